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
    std::int64_t bytes = 0;
    bool best = false; ///< lowest finite validation loss of those present
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
