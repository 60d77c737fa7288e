// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <torch/types.h>

namespace anneal {

/// Rotation of every row by its position, [T, D/2] each. D = head width.
struct RotaryAngles {
    torch::Tensor cosines;
    torch::Tensor sines;
};

/// base^(-2i/D) as fp32 values, [D/2]: what published checkpoints store and were trained with.
[[nodiscard]] torch::Tensor inverseFrequencies(double base, std::int64_t headWidth);

/// In `dtype` (fp32 or wider); the frequencies keep the values they have.
[[nodiscard]] RotaryAngles rotaryAngles(const torch::Tensor &positions, const torch::Tensor &frequencies,
                                        torch::Dtype dtype);

/// x [T, H, D] → rotated: the pair (i, i + D/2) turns by angle i of its row.
[[nodiscard]] torch::Tensor rotate(const torch::Tensor &x_THD, const RotaryAngles &angles);

} // namespace anneal
