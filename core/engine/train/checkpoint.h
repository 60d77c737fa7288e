// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "bio/tokenizer.h"
#include "config/config.h"
#include "run/layout.h"
#include "train/trainstate.h"

namespace anneal {

/// Writes checkpoints/step-N: the Hugging Face folder, optimizer.safetensors, trainer.json and, last, COMPLETE. The
/// folder gets its name when all of it is on the disk; a failure leaves nothing behind. `live` is kept in trainer.json.
[[nodiscard]] Result<std::filesystem::path> saveCheckpoint(const RunPaths &paths, const TrainState &state,
                                                           const Progress &progress, const Config &config,
                                                           const Tokenizer &tokenizer, const nlohmann::json &live);

struct LoadedProgress {
    Progress progress;
    nlohmann::json live;
};
/// Puts a checkpoint's weights and moments into `state`. Data error naming the file that is damaged.
[[nodiscard]] Result<LoadedProgress> loadCheckpoint(const std::filesystem::path &folder, TrainState &state);

/// Removes a checkpoint so that a crash in the middle leaves an incomplete one, never a wrong one.
[[nodiscard]] Result<void> removeCheckpoint(const std::filesystem::path &folder);

/// Removes what a process that died while saving or removing has left.
void removePartialCheckpoints(const RunPaths &paths);

} // namespace anneal
