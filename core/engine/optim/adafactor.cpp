// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/adafactor.h"

#include <algorithm>
#include <cmath>

namespace anneal {
namespace {

constexpr double kSquareEps = 1e-30; ///< beside squared gradients
constexpr double kScaleEps = 1e-3; ///< smallest size of a tensor's weights that its rate is scaled by

torch::Tensor rootMeanSquare(const torch::Tensor &tensor)
{
    return tensor.norm() / std::sqrt(static_cast<double>(tensor.numel()));
}

} // namespace

Adafactor::Adafactor(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i) {
        const torch::Tensor &p = parameter(i);
        if (p.dim() >= 2) {
            keep(i, "exp_avg_sq_row", torch::zeros_like(p.select(-1, 0).contiguous()));
            keep(i, "exp_avg_sq_col", torch::zeros_like(p.select(-2, 0).contiguous()));
        } else {
            keep(i, "exp_avg_sq", torch::zeros_like(p));
        }
        if (config.adafactor_beta1 > 0)
            keep(i, "exp_avg", torch::zeros_like(p));
    }
}

double Adafactor::rateOf(std::size_t i, double learningRate)
{
    const auto t = static_cast<double>(stepCount());
    double rate = learningRate;
    if (config().relative_step)
        rate = std::min(config().warmup_init ? 1e-6 * t : 1e-2, 1 / std::sqrt(t));
    if (config().scale_parameter)
        rate *= std::max(kScaleEps, rootMeanSquare(parameter(i)).item<double>());
    return rate;
}

/// The gradient over the root of its remembered square.
torch::Tensor Adafactor::scaledGradient(std::size_t i)
{
    const torch::Tensor &g = gradient(i);
    const double beta2 = 1 - std::pow(static_cast<double>(stepCount()), config().decay_rate);
    if (g.dim() < 2)
        return held(i, 0).mul_(beta2).add_(g.square().add_(kSquareEps), 1 - beta2).rsqrt().mul_(g);
    const torch::Tensor &rows = held(i, 0), &columns = held(i, 1);
    const torch::Tensor square = g.square().add_(kSquareEps);
    rows.mul_(beta2).add_(square.mean(-1), 1 - beta2);
    columns.mul_(beta2).add_(square.mean(-2), 1 - beta2);
    const torch::Tensor ofRows = (rows / rows.mean(-1, /*keepdim=*/true)).rsqrt_().unsqueeze(-1);
    return torch::mul(g, ofRows).mul_(columns.rsqrt().unsqueeze(-2));
}

void Adafactor::updateOne(std::size_t i, double learningRate)
{
    const torch::Tensor &p = parameter(i);
    const double rate = rateOf(i, learningRate);
    torch::Tensor change = scaledGradient(i);
    // Stays on the device: no wait for the norm.
    const torch::Tensor clip = (rootMeanSquare(change) / config().clip_threshold).clamp_min(1.0);
    change.mul_(clip.reciprocal() * rate);
    if (const double beta1 = config().adafactor_beta1; beta1 > 0)
        change = held(i, p.dim() >= 2 ? 2 : 1).mul_(beta1).add_(change, 1 - beta1);
    p.mul_(1 - rate * decayOf(i)).sub_(change);
}

void Adafactor::update(const Indices &which, double learningRate)
{
    for (const std::size_t i : which)
        updateOne(i, learningRate);
}

} // namespace anneal
