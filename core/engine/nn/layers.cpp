// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/layers.h"

#include <torch/torch.h>

namespace anneal {

torch::Tensor Linear::operator()(const torch::Tensor &x) const
{
    return torch::linear(x, weight, bias);
}

torch::Tensor LayerNorm::operator()(const torch::Tensor &x) const
{
    return torch::layer_norm(atLeastFloat32(x), {x.size(-1)}, weight, bias, eps);
}

torch::Tensor atLeastFloat32(const torch::Tensor &x)
{
    return x.element_size() < 4 ? x.to(torch::kFloat32) : x;
}

} // namespace anneal
