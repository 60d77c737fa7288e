// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

namespace anneal {

/// y = x Wᵀ + b, with W [out, in] as published checkpoints store it.
struct Linear {
    torch::Tensor weight;
    torch::Tensor bias;

    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x) const;
};

/// Layer norm over the last dimension, computed in fp32 or wider.
struct LayerNorm {
    torch::Tensor weight;
    torch::Tensor bias;
    double eps = 1e-5;

    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x) const;
};

/// 16-bit types become fp32; fp32 and fp64 stay.
[[nodiscard]] torch::Tensor atLeastFloat32(const torch::Tensor &x);

} // namespace anneal
