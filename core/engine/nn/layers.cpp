// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/layers.h"

#include <torch/torch.h>

#include "nn/lowrank.h"

namespace anneal {

torch::Tensor Linear::operator()(const torch::Tensor &x) const
{
    if (adapter)
        return (*adapter)(*this, x);
    if (!inputFirst)
        return torch::linear(x, weight, bias);
    return bias.defined() ? torch::addmm(bias, x, weight) : torch::mm(x, weight);
}

torch::Tensor Norm::operator()(const torch::Tensor &x) const
{
    if (kind == NormKind::RmsNorm)
        return torch::rms_norm(atLeastFloat32(x), {x.size(-1)}, weight, eps);
    return torch::layer_norm(atLeastFloat32(x), {x.size(-1)}, weight, bias, eps);
}

torch::Tensor activate(const torch::Tensor &x, Activation activation)
{
    switch (activation) {
    case Activation::GeluTanh:
        return torch::gelu(x, "tanh");
    case Activation::Silu:
        return torch::silu(x);
    case Activation::Relu:
        return torch::relu(x);
    case Activation::Relu2:
        return torch::relu(x).square();
    case Activation::Gelu:
        break;
    }
    return torch::gelu(x);
}

torch::Tensor dropped(const torch::Tensor &x, double probability, bool training)
{
    return training && probability > 0 ? torch::dropout(x, probability, true) : x;
}

torch::Tensor atLeastFloat32(const torch::Tensor &x)
{
    return x.element_size() < 4 ? x.to(torch::kFloat32) : x;
}

} // namespace anneal
