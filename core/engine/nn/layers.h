// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <torch/types.h>

namespace anneal {

struct LowRank;

/// y = x Wᵀ + b, with W [out, in] as most published checkpoints store it; y = x W + b, with W [in, out], when
/// `inputFirst` (GPT-2's "Conv1D"). The bias may be absent.
struct Linear {
    torch::Tensor weight;
    torch::Tensor bias;
    bool inputFirst = false;
    std::shared_ptr<LowRank> adapter; ///< what fine-tuning adds (lowrank.h), if anything

    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x) const;
};

enum class NormKind { LayerNorm, RmsNorm };

/// LayerNorm or RMSNorm (x / √(mean x² + eps), no bias) over the last dimension, computed in fp32 or wider.
struct Norm {
    torch::Tensor weight;
    torch::Tensor bias; ///< may be absent
    double eps = 1e-5;
    NormKind kind = NormKind::LayerNorm;

    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x) const;
    /// A description may leave a norm out; it has no weight then.
    [[nodiscard]] bool present() const { return weight.defined(); }
};

/// Gelu is the exact one (erf), GeluTanh its approximation, Relu2 the square of ReLU.
enum class Activation { Gelu, GeluTanh, Silu, Relu, Relu2 };

[[nodiscard]] torch::Tensor activate(const torch::Tensor &x, Activation activation);

/// Dropout that acts only when `training`.
[[nodiscard]] torch::Tensor dropped(const torch::Tensor &x, double probability, bool training);

/// 16-bit types become fp32; fp32 and fp64 stay.
[[nodiscard]] torch::Tensor atLeastFloat32(const torch::Tensor &x);

} // namespace anneal
