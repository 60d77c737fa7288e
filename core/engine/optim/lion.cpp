// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/lion.h"

#include <ATen/Parallel.h>

namespace anneal {
namespace {

constexpr std::int64_t kElementsPerTask = 1 << 15;

} // namespace

void lionInOnePass(const torch::Tensor &parameter, const torch::Tensor &gradient, const torch::Tensor &momentum,
                   const LionRates &rates)
{
    const torch::Tensor whole = gradient.contiguous();
    auto *p = parameter.data_ptr<float>(), *m = momentum.data_ptr<float>();
    const auto *g = whole.const_data_ptr<float>();
    at::parallel_for(0, parameter.numel(), kElementsPerTask, [&](std::int64_t begin, std::int64_t end) {
        bestOptimKernels().lion(p + begin, g + begin, m + begin, end - begin, rates);
    });
}

void lionByTensors(const torch::Tensor &parameter, const torch::Tensor &gradient, const torch::Tensor &momentum,
                   const LionRates &rates)
{
    const torch::Tensor direction = (momentum * rates.beta1).add_(gradient, 1 - rates.beta1).sign_();
    parameter.mul_(1 - rates.decay).add_(direction, -rates.learningRate);
    momentum.mul_(rates.beta2).add_(gradient, 1 - rates.beta2);
}

Lion::Lion(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i)
        keep(i, "exp_avg", torch::zeros_like(parameter(i)));
}

void Lion::update(const Indices &which, double learningRate)
{
    for (const std::size_t i : which) {
        const LionRates rates{learningRate, learningRate * decayOf(i), config().beta1, config().beta2};
        const bool inOnePass = isPlainFloat(parameter(i));
        (inOnePass ? lionInOnePass : lionByTensors)(parameter(i), gradient(i), held(i, 0), rates);
    }
}

} // namespace anneal
