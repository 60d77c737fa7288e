// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/adam.h"

#include <algorithm>

namespace anneal {

AdamLists::AdamLists(const OptimizerConfig &config, AdamDecay kind, const torch::Tensor &steps)
    : m_config(config)
    , m_kind(kind)
    , m_steps(steps)
{
}

void AdamLists::append(const torch::Tensor &parameter, double decay, std::vector<torch::Tensor> moments)
{
    auto lists = std::find_if(m_lists.begin(), m_lists.end(), [&](const Lists &one) { return one.decay == decay; });
    if (lists == m_lists.end()) {
        lists = m_lists.emplace(m_lists.end());
        lists->decay = decay;
    }
    lists->parameters.push_back(parameter);
    lists->gradients.push_back(parameter.grad());
    lists->mean.push_back(std::move(moments[0]));
    lists->square.push_back(std::move(moments[1]));
    if (moments.size() > 2)
        lists->largest.push_back(std::move(moments[2]));
    lists->steps.push_back(m_steps);
}

void AdamLists::update(double learningRate) const
{
    const auto apply = [&](const auto &kernel, const Lists &l) {
        kernel(l.parameters, l.gradients, l.mean, l.square, l.largest, l.steps, learningRate, m_config.beta1,
               m_config.beta2, l.decay, m_config.eps, /*amsgrad=*/!l.largest.empty(), /*maximize=*/false);
    };
    for (const Lists &lists : m_lists) {
        if (m_kind == AdamDecay::Decoupled)
            apply([](auto &&...of) { at::_fused_adamw_(of...); }, lists);
        else
            apply([](auto &&...of) { at::_fused_adam_(of...); }, lists);
    }
}

Adam::Adam(NamedTensors parameters, const OptimizerConfig &config, AdamDecay kind)
    : Optimizer(std::move(parameters), config)
    , m_kind(kind)
{
    for (std::size_t i = 0; i < this->parameters().size(); ++i) {
        keep(i, "exp_avg", torch::zeros_like(parameter(i)));
        keep(i, "exp_avg_sq", torch::zeros_like(parameter(i)));
        if (config.amsgrad)
            keep(i, "max_exp_avg_sq", torch::zeros_like(parameter(i)));
    }
}

void Adam::update(const Indices &which, double learningRate)
{
    AdamLists lists(config(), m_kind, stepTensor());
    for (const std::size_t i : which) {
        std::vector<torch::Tensor> moments{held(i, 0), held(i, 1)};
        if (config().amsgrad)
            moments.push_back(held(i, 2));
        lists.append(parameter(i), decayOf(i), std::move(moments));
    }
    lists.update(learningRate);
}

} // namespace anneal
