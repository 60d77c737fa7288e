// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/rotary.h"

#include <torch/torch.h>

namespace anneal {

torch::Tensor inverseFrequencies(double base, std::int64_t headWidth)
{
    const torch::Tensor exponents = torch::arange(0, headWidth, 2, torch::kFloat32) / static_cast<double>(headWidth);
    return torch::reciprocal(torch::pow(base, exponents));
}

RotaryAngles rotaryAngles(const torch::Tensor &positions, const torch::Tensor &frequencies, torch::Dtype dtype)
{
    const torch::Tensor angles = torch::outer(positions.to(dtype), frequencies.to(dtype));
    return {angles.cos(), angles.sin()};
}

torch::Tensor rotate(const torch::Tensor &x_THD, const RotaryAngles &angles)
{
    const std::vector<torch::Tensor> half = x_THD.chunk(2, -1);
    const torch::Tensor cosines = angles.cosines.unsqueeze(1);
    const torch::Tensor sines = angles.sines.unsqueeze(1);
    return torch::cat({half[0] * cosines - half[1] * sines, half[1] * cosines + half[0] * sines}, -1);
}

} // namespace anneal
