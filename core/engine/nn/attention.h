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

/// Bidirectional attention of every sequence with itself, queries and keys rotated inside.
/// qkv [T, 3, H, D] → [T, H·D], in the type of `qkv`. The query is divided by √D before it is rotated.
/// Chooses by device and type: own fp32 kernels on a CPU, variable-length fused kernels on CUDA, else the reference.
[[nodiscard]] torch::Tensor packedAttention(const torch::Tensor &qkv, const RotaryAngles &angles,
                                            const Packing &packing, double dropout = 0);

/// The same by matrix products and a stored softmax: any floating type, any device. What the others are tested against.
[[nodiscard]] torch::Tensor referenceAttention(const torch::Tensor &qkv, const RotaryAngles &angles,
                                               const Packing &packing, double dropout = 0);

/// fp32 on the CPU, without dropout.
[[nodiscard]] torch::Tensor cpuAttention(const torch::Tensor &qkv, const RotaryAngles &angles, const Packing &packing);

/// CUDA: flash attention for 16-bit types, memory-efficient attention for fp32.
[[nodiscard]] torch::Tensor cudaAttention(const torch::Tensor &qkv, const RotaryAngles &angles, const Packing &packing,
                                          double dropout = 0);

} // namespace anneal
