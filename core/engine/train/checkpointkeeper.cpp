// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/checkpointkeeper.h"

#include <algorithm>

#include "base/files.h"
#include "base/units.h"
#include "run/checkpoints.h"
#include "train/livesettings.h"

namespace anneal {
namespace {

constexpr std::int64_t kRing = 2; ///< newest checkpoints that a run which may go back always has

} // namespace

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
    rotate(trainer.config());
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

void CheckpointKeeper::rotate(const Config &config)
{
    const auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return;
    const StabilityConfig &guard = config.stability;
    const bool mayGoBack = guard.on_nonfinite == "roll_back" || guard.on_spike == "roll_back";
    const std::int64_t newest = std::max<std::int64_t>(config.checkpoint.keep_last, mayGoBack ? kRing : 1);
    for (const std::int64_t step : rotationVictims(*present, newest, config.checkpoint.keep_best))
        if (step != m_undoStep)
            remove(step, "Checkpoint removed to make room");
}

void CheckpointKeeper::remove(std::int64_t step, const std::string &why)
{
    const fs::path folder = m_folder.paths.checkpoint(step);
    if (const auto removed = removeCheckpoint(folder); !removed)
        m_folder.journal->alert(step, "An old checkpoint could not be removed: " + removed.error().text());
    else
        m_folder.journal->add("checkpoint_removed", step, why, {{"folder", folder.filename().string()}});
}

Result<bool> CheckpointKeeper::restore(Trainer &trainer)
{
    const auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return Failure(present.error());
    if (present->empty())
        return false;
    const auto loaded = loadNewest(trainer, {});
    if (!loaded)
        return Failure(loaded.error());
    restoreLiveSettings(trainer, loaded->live);
    return true;
}

Result<LoadedProgress> CheckpointKeeper::loadNewest(Trainer &trainer, std::optional<std::int64_t> atMost)
{
    auto present = listCheckpoints(m_folder.paths);
    if (!present)
        return Failure(present.error());
    std::reverse(present->begin(), present->end());
    bool foundAny = false;
    for (const CheckpointInfo &info : *present) {
        if (atMost && info.step > *atMost)
            continue;
        foundAny = true;
        auto loaded = loadCheckpoint(info.folder, trainer.state());
        if (loaded) {
            trainer.progress() = loaded->progress;
            return loaded;
        }
        m_folder.journal->alert(info.step,
                                "The checkpoint cannot be read and is passed over: " + loaded.error().text());
    }
    if (!foundAny)
        return fail(ErrorCode::Data, "there is no checkpoint to go back to");
    return fail(
        ErrorCode::Data,
        "None of the run's checkpoints can be read; start a new run, or remove them to begin again from step 0.",
        m_folder.paths.checkpoints().string());
}

Result<LoadedProgress> CheckpointKeeper::goBack(Trainer &trainer, std::optional<std::int64_t> atMost)
{
    auto loaded = loadNewest(trainer, atMost);
    if (!loaded)
        return loaded;
    // A resume takes the newest: it must not find one of the way that was left.
    const auto present = listCheckpoints(m_folder.paths);
    for (const CheckpointInfo &info : present.value_or(std::vector<CheckpointInfo>()))
        if (info.step > trainer.progress().step)
            remove(info.step, "Checkpoint removed, because the run went back to step "
                       + formatCount(static_cast<double>(trainer.progress().step)));
    return loaded;
}

std::int64_t CheckpointKeeper::newestStep() const
{
    const auto present = listCheckpoints(m_folder.paths);
    return present && !present->empty() ? present->back().step : -1;
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
