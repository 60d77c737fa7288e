// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <torch/types.h>

#include "nn/attention.h"

namespace anneal {

/// Queries [T, H, D], keys and values [T, G, D] of the same tokens; G divides H.
struct Heads {
    torch::Tensor query, key, value;
};

/// Keys, rotated, and values of one layer for B sequences of one length that grow together: [B, G, capacity, D].
struct LayerCache {
    torch::Tensor keys;
    torch::Tensor values;
    std::int64_t length = 0;
};

/// What all layers have seen, so that each new token costs one row instead of the whole sequence.
struct KeyValueCache {
    std::int64_t sequences = 1; ///< B
    std::int64_t capacity = 0; ///< tokens of one sequence
    std::vector<LayerCache> layers;

    [[nodiscard]] std::int64_t length() const { return layers.empty() ? 0 : layers.front().length; }
};

/// Causal attention of n new tokens of each sequence to all before them and themselves. Heads of B·n tokens, sequence
/// by sequence → [B·n, H·D]. The cache grows by n; beyond its capacity is a mistake of the caller.
[[nodiscard]] torch::Tensor cachedAttention(const Heads &heads, const AttentionRules &rules, LayerCache &cache);

} // namespace anneal
