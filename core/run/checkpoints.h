// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// A complete checkpoint folder (one without COMPLETE does not exist). What trainer.json says.
struct CheckpointInfo {
    std::int64_t step = 0;
    std::filesystem::path folder;
    std::int64_t timeMicros = 0;
    std::optional<double> validationLoss;
    std::string measure = "loss"; ///< checkpoint.metric_for_best_model of the run
    std::optional<double> measured; ///< its value with these weights; of "loss" it is the validation loss
    std::int64_t bytes = 0;
    bool best = false; ///< best finite measure of those present
    bool last = false;
};

/// Ascending by step. Storage error when the folder cannot be listed; an empty list when there is none yet.
[[nodiscard]] Result<std::vector<CheckpointInfo>> listCheckpoints(const RunPaths &paths);

/// "best", "last" or a step number. Data error naming what there is.
[[nodiscard]] Result<CheckpointInfo> chooseCheckpoint(const RunPaths &paths, const std::string &which);

/// Which complete checkpoints rotation may remove, keeping the newest `keepLast` and the best `keepBest`. Pure.
[[nodiscard]] std::vector<std::int64_t> rotationVictims(const std::vector<CheckpointInfo> &present,
                                                        std::int64_t keepLast, std::int64_t keepBest);

} // namespace anneal
