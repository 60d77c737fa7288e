// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/hardware.h"
#include "config/config.h"
#include "config/issue.h"

namespace anneal {

/// Counts of the training data that an estimate needs; zero where nothing was read yet.
struct DataCounts {
    std::int64_t trainSequences = 0;
    std::int64_t trainTokens = 0; ///< after truncation or windows, specials included
    std::int64_t validationSequences = 0;
    std::int64_t validationTokens = 0;
    std::int64_t longestTokens = 0;
    double sumSquaredTokens = 0; ///< Σ length², for attention's share
    double paddingFraction16 = 0; ///< share of slots that a padded batch of 16 in file order would waste
    std::int64_t bytesInMemory = 0;
    std::int64_t outputs = 0; ///< classes, or 1 for a number; 0 without labels
};

struct MemoryEstimate {
    std::int64_t weights = 0;
    std::int64_t gradients = 0;
    std::int64_t optimizer = 0;
    std::int64_t activations = 0;
    std::int64_t data = 0;
    std::int64_t base = 0; ///< the process itself with LibTorch loaded
    [[nodiscard]] std::int64_t total() const { return weights + gradients + optimizer + activations + data + base; }
};

/// Parameters of the described language model (33 or 20 tokens by alphabet); equals the engine's count, and a test
/// says so. Neither ESM-2's unused position table nor its contact head is in it: the 8 M shape has 7,512,353.
[[nodiscard]] std::int64_t parameterCount(const Config &config);
[[nodiscard]] std::int64_t vocabularySize(const Config &config);

/// Forward + backward FLOPs of one token: 6 per parameter of a matrix product and token, plus
/// 12·layers·width per token and attended position (bidirectional). Frozen matrices need no gradient of their weights
/// (4), those below everything trained none at all (2). The head counts for the scored share of tokens only. Softmax,
/// norms and element-wise work are left out.
[[nodiscard]] double flopsPerToken(const Config &config, double meanSquareLengthOverMean);

struct Plan {
    std::int64_t parameters = 0; ///< of the whole model, low-rank updates included
    std::int64_t trained = 0; ///< those of them that the optimizer changes
    std::int64_t tokensPerStep = 0;
    double epochs = 0; ///< 0 without data counts
    double flopsPerStep = 0;
    MemoryEstimate memory;
    double paddingAvoided = 0;
    std::optional<double> secondsPerStep; ///< from a measured step
    std::optional<double> secondsTotal; ///< evaluations included
    std::int64_t checkpointBytes = 0; ///< of all that rotation keeps
};
[[nodiscard]] Plan makePlan(const Config &config, const DataCounts &data,
                            std::optional<double> measuredSecondsPerStep = {});

/// What a valid configuration would run into here: too little memory or disk, fewer tokens than parameters.
/// `freeDiskBytes` is what the workspace's disk has left. Only for configurations without errors.
[[nodiscard]] std::vector<Issue> checkPlan(const Config &config, const Plan &plan, const Hardware &hardware,
                                           std::uint64_t freeDiskBytes);

} // namespace anneal
