// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpointkeeper.h"

#include <algorithm>

#include "base/files.h"
#include "run/checkpoints.h"
#include "train/livesettings.h"

namespace anneal {

CheckpointKeeper::CheckpointKeeper(RunFolder &folder, const Alphabet &alphabet, const Config &frozen)
    : m_folder(folder)
    , m_alphabet(alphabet)
    , m_frozen(frozen)
{
}

Result<void> CheckpointKeeper::save(Trainer &trainer)
{
    const std::int64_t step = trainer.progress().step;
    auto outcome = m_folder.metrics->drain();
    if (outcome) {
        const auto saved = saveCheckpoint(m_folder.paths, trainer.state(), trainer.progress(), m_frozen, m_alphabet,
                                          liveSettings(trainer, m_frozen));
        if (!saved)
            outcome = Failure(saved.error());
    }
    if (!outcome) {
        m_folder.journal->add("alert", step, "The checkpoint could not be saved: " + outcome.error().text());
        return outcome;
    }
    nlohmann::json data{{"folder", m_folder.paths.checkpoint(step).filename().string()}};
    if (trainer.progress().evaluatedStep == step && trainer.progress().validationLoss)
        data["validation_loss"] = *trainer.progress().validationLoss;
    m_folder.journal->add("checkpoint", step, "Checkpoint saved", std::move(data));
    rotate(trainer.config().checkpoint);
    return {};
}

void CheckpointKeeper::rotate(const CheckpointConfig &rules)
{
    const auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return;
    for (const std::int64_t step : rotationVictims(*present, rules.keep_last, rules.keep_best)) {
        const auto removed = removeCheckpoint(m_folder.paths.checkpoint(step));
        if (removed)
            m_folder.journal->add("checkpoint_removed", step, "Checkpoint removed by rotation");
        else
            m_folder.journal->add("alert", step, "An old checkpoint could not be removed: " + removed.error().text());
    }
}

Result<bool> CheckpointKeeper::restore(Trainer &trainer)
{
    auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return Failure(present.error());
    std::reverse(present->begin(), present->end());
    for (const CheckpointInfo &info : *present) {
        const auto loaded = loadCheckpoint(info.folder, trainer.state());
        if (loaded) {
            trainer.progress() = loaded->progress;
            restoreLiveSettings(trainer, loaded->live);
            return true;
        }
        m_folder.journal->add("alert", info.step,
                              "The checkpoint cannot be read and is passed over: " + loaded.error().text());
    }
    if (present->empty())
        return false;
    return fail(
        ErrorCode::Data,
        "None of the run's checkpoints can be read; start a new run, or remove them to begin again from step 0.",
        m_folder.paths.checkpoints().string());
}

Result<void> CheckpointKeeper::reload(Trainer &trainer)
{
    const auto loaded = loadCheckpoint(m_folder.paths.checkpoint(trainer.progress().step), trainer.state());
    if (!loaded)
        return Failure(loaded.error());
    return {};
}

} // namespace anneal
