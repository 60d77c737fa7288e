// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpointkeeper.h"

#include <algorithm>

#include "base/files.h"
#include "run/checkpoints.h"
#include "train/livesettings.h"

namespace anneal {

CheckpointKeeper::CheckpointKeeper(RunFolder &folder, const Tokenizer &tokenizer, const Config &frozen)
    : m_folder(folder)
    , m_tokenizer(tokenizer)
    , m_frozen(frozen)
{
}

Result<void> CheckpointKeeper::save(Trainer &trainer)
{
    const std::int64_t step = trainer.progress().step;
    auto outcome = m_folder.metrics->drain();
    if (outcome) {
        const auto saved = saveCheckpoint(m_folder.paths, trainer.state(), trainer.progress(), m_frozen, m_tokenizer,
                                          liveSettings(trainer, m_frozen));
        if (!saved)
            outcome = Failure(saved.error());
    }
    if (!outcome) {
        m_folder.journal->alert(step, "The checkpoint could not be saved: " + outcome.error().text(), /*lost=*/true);
        return outcome;
    }
    tellSaved(step);
    rotate(trainer.config().checkpoint);
    return {};
}

void CheckpointKeeper::tellSaved(std::int64_t step)
{
    const auto saved = chooseCheckpoint(m_folder.paths, std::to_string(step));
    if (!saved)
        return;
    m_folder.journal->add(
        "checkpoint", step, saved->best ? "Checkpoint saved, the best so far" : "Checkpoint saved",
        {{"folder", saved->folder.filename().string()},
         {"validation_loss", saved->validationLoss ? nlohmann::json(*saved->validationLoss) : nullptr},
         {"metric_for_best_model", saved->measure},
         {"metric", saved->measured ? nlohmann::json(*saved->measured) : nullptr},
         {"bytes", saved->bytes},
         {"best", saved->best}});
}

void CheckpointKeeper::rotate(const CheckpointConfig &rules)
{
    const auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return;
    for (const std::int64_t step : rotationVictims(*present, rules.keep_last, rules.keep_best)) {
        const fs::path folder = m_folder.paths.checkpoint(step);
        if (const auto removed = removeCheckpoint(folder); !removed)
            m_folder.journal->alert(step, "An old checkpoint could not be removed: " + removed.error().text());
        else
            m_folder.journal->add("checkpoint_removed", step, "Checkpoint removed to make room",
                                  {{"folder", folder.filename().string()}});
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
        m_folder.journal->alert(info.step,
                                "The checkpoint cannot be read and is passed over: " + loaded.error().text());
    }
    if (present->empty())
        return false;
    return fail(
        ErrorCode::Data,
        "None of the run's checkpoints can be read; start a new run, or remove them to begin again from step 0.",
        m_folder.paths.checkpoints().string());
}

Result<std::int64_t> CheckpointKeeper::loadBest(Trainer &trainer)
{
    auto chosen = chooseCheckpoint(m_folder.paths, "best");
    if (!chosen)
        chosen = chooseCheckpoint(m_folder.paths, "last");
    if (!chosen)
        return Failure(chosen.error());
    if (chosen->step == trainer.progress().step)
        return chosen->step;
    const auto loaded = loadCheckpoint(chosen->folder, trainer.state());
    if (!loaded)
        return Failure(loaded.error());
    return chosen->step;
}

Result<void> CheckpointKeeper::reload(Trainer &trainer)
{
    const auto loaded = loadCheckpoint(m_folder.paths.checkpoint(trainer.progress().step), trainer.state());
    if (!loaded)
        return Failure(loaded.error());
    return {};
}

} // namespace anneal
