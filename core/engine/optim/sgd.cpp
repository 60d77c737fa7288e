// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/sgd.h"

#include <map>

namespace anneal {

Sgd::Sgd(NamedTensors parameters, const OptimizerConfig &config)
    : Optimizer(std::move(parameters), config)
{
    for (std::size_t i = 0; config.momentum != 0 && i < this->parameters().size(); ++i)
        keep(i, "momentum_buffer", torch::zeros_like(parameter(i)));
}

void Sgd::update(const Indices &which, double learningRate)
{
    struct Lists {
        std::vector<torch::Tensor> parameters, gradients, momentum;
    };
    std::map<double, Lists> byDecay;
    for (const std::size_t i : which) {
        Lists &lists = byDecay[decayOf(i)];
        lists.parameters.push_back(parameter(i));
        lists.gradients.push_back(gradient(i));
        if (config().momentum != 0)
            lists.momentum.push_back(held(i, 0));
    }
    for (const auto &[decay, lists] : byDecay)
        at::_fused_sgd_(lists.parameters, lists.gradients, lists.momentum, decay, config().momentum, learningRate,
                        config().dampening, config().nesterov, /*maximize=*/false,
                        /*is_first_step=*/stepCount() == 1);
}

} // namespace anneal
