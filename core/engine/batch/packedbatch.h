// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <torch/torch.h>

namespace anneal {

/// Sequences laid end to end, none padded. T = tokens, B = sequences, N = targets.
/// Attention is block-diagonal by construction; there is no mask anywhere. For a task about whole sequences the targets
/// are sequences: `targetRows` are their numbers, and several labels or numbers of one make `targets` [N, K] float.
struct PackedBatch {
    torch::Tensor tokens; ///< [T] int64, masking applied
    torch::Tensor positions; ///< [T] int64, 0 at the start of each sequence
    torch::Tensor tokenTypes; ///< [T] int64, or undefined: all are of type 0
    std::vector<std::int64_t> boundaries; ///< [B+1], on the host: sequence b is rows boundaries[b] … boundaries[b+1]
    torch::Tensor targetRows; ///< [N] int64, ascending rows of `tokens` that are scored
    torch::Tensor targets; ///< [N] int64, their true ids
    torch::Tensor weights; ///< [N] float, what each target's loss counts, or undefined: all 1
    std::int64_t longest = 0;

    [[nodiscard]] std::int64_t numTokens() const { return boundaries.empty() ? 0 : boundaries.back(); }
    [[nodiscard]] std::int64_t numSequences() const { return static_cast<std::int64_t>(boundaries.size()) - 1; }
    [[nodiscard]] std::int64_t numTargets() const { return targets.defined() ? targets.size(0) : 0; }
    /// What the summed loss is divided by: the number of targets, or the sum of their weights.
    [[nodiscard]] double totalWeight() const
    {
        return weights.defined() ? weights.sum(torch::kFloat64).item<double>() : static_cast<double>(numTargets());
    }
    [[nodiscard]] PackedBatch to(torch::Device device) const;
};

} // namespace anneal
