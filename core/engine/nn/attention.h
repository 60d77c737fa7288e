// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <torch/types.h>

#include "nn/rotary.h"

namespace anneal {

/// How rows of a pack belong to sequences, as in PackedBatch.
struct Packing {
    const std::vector<std::int64_t> &boundaries;
    std::int64_t longest = 0;
};

/// What decides the scores. score(i, j) = scale · q_i · k_j, with q and k rotated where there are angles,
/// − slope · |i − j| where there are slopes, + scoreBias(i, j) where there is one.
struct AttentionRules {
    double scale = 1; ///< multiplies the query before its rotation
    bool causal = false; ///< no token sees a later one
    RotaryAngles angles; ///< undefined tensors = no rotation
    torch::Tensor slopes; ///< [H] ALiBi, or undefined
    torch::Tensor scoreBias; ///< [H, L, L] for sequences of at most L tokens, or undefined; no fast path
};

/// Attention of every sequence with itself. qkv [T, 3, H, D] → [T, H·D], in the type of `qkv`.
/// Chooses by device and type: own fp32 kernels on a CPU, variable-length fused kernels on CUDA, else the reference.
[[nodiscard]] torch::Tensor packedAttention(const torch::Tensor &qkv, const Packing &packing,
                                            const AttentionRules &rules, double dropout = 0);

/// The same by matrix products and a stored softmax: any floating type, any device. What the others are tested against.
[[nodiscard]] torch::Tensor referenceAttention(const torch::Tensor &qkv, const Packing &packing,
                                               const AttentionRules &rules, double dropout = 0);

/// The probabilities of one sequence alone, [H, T, T]: what a contact map is made from.
[[nodiscard]] torch::Tensor attentionProbabilities(const torch::Tensor &qkv, const AttentionRules &rules);

/// fp32 on the CPU, without dropout and score bias.
[[nodiscard]] torch::Tensor cpuAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules);

/// CUDA: flash attention for 16-bit types, memory-efficient attention for fp32 (without slopes). No score bias.
[[nodiscard]] torch::Tensor cudaAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules,
                                          double dropout = 0);

/// ALiBi's slopes of H heads, [H]: the geometric sequence 2^(−8/H), 2^(−16/H), …; for an H that is no power of two,
/// those of the next smaller power and every second one of the next larger (Press et al. 2022, their code).
[[nodiscard]] torch::Tensor alibiSlopes(std::int64_t heads);

} // namespace anneal
