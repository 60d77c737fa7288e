// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/adamw.h"

#include <cmath>
#include <map>

namespace anneal {

/// Lists as the fused kernel takes them.
struct AdamW::Slots {
    std::vector<torch::Tensor> parameters, gradients, mean, square, steps;

    void append(const Slots &other)
    {
        const auto add = [](std::vector<torch::Tensor> &to, const std::vector<torch::Tensor> &from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        add(parameters, other.parameters);
        add(gradients, other.gradients);
        add(mean, other.mean);
        add(square, other.square);
        add(steps, other.steps);
    }
};

AdamW::AdamW(NamedTensors parameters, const OptimizerConfig &config)
    : m_config(config)
{
    const torch::NoGradGuard noGrad;
    for (auto &[name, tensor] : parameters) {
        m_names.push_back(std::move(name));
        m_mean.push_back(torch::zeros_like(tensor));
        m_square.push_back(torch::zeros_like(tensor));
        m_parameters.push_back(std::move(tensor));
    }
    const auto device = m_parameters.empty() ? torch::Device(torch::kCPU) : m_parameters.front().device();
    m_steps = torch::zeros({}, torch::dtype(torch::kFloat32).device(device));
}

AdamW::Slots AdamW::slotsOf(std::size_t index) const
{
    if (!m_parameters[index].grad().defined())
        return {};
    return {{m_parameters[index]}, {m_parameters[index].grad()}, {m_mean[index]}, {m_square[index]}, {m_steps}};
}

void AdamW::update(const Slots &slots, double learningRate, double weightDecay)
{
    if (slots.parameters.empty())
        return;
    at::_fused_adamw_(slots.parameters, slots.gradients, slots.mean, slots.square, {}, slots.steps, learningRate,
                      m_config.beta1, m_config.beta2, weightDecay, m_config.eps, /*amsgrad=*/false, /*maximize=*/false);
}

void AdamW::step(double learningRate)
{
    const torch::NoGradGuard noGrad;
    m_steps.add_(1);
    Slots decaying, plain;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        (decays(i) ? decaying : plain).append(slotsOf(i));
    update(decaying, learningRate, m_config.weight_decay);
    update(plain, learningRate, 0);
}

UpdateNorms AdamW::stepMeasured(double learningRate)
{
    const torch::NoGradGuard noGrad;
    m_steps.add_(1);
    std::vector<torch::Tensor> changes;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const torch::Tensor before = m_parameters[i].detach().clone();
        update(slotsOf(i), learningRate, decays(i) ? m_config.weight_decay : 0);
        changes.push_back((m_parameters[i].detach() - before).norm());
    }
    UpdateNorms norms;
    if (m_parameters.empty())
        return norms;
    norms.parameters = torch::stack(at::_foreach_norm(m_parameters)).norm().item<double>();
    norms.change = torch::stack(changes).norm().item<double>();
    return norms;
}

void AdamW::zeroGradients()
{
    for (torch::Tensor &parameter : m_parameters)
        parameter.mutable_grad().reset();
}

NamedTensors AdamW::state() const
{
    NamedTensors saved;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        saved.emplace_back("exp_avg." + m_names[i], m_mean[i]);
        saved.emplace_back("exp_avg_sq." + m_names[i], m_square[i]);
    }
    saved.emplace_back("step", m_steps);
    return saved;
}

Result<void> AdamW::loadState(const NamedTensors &saved)
{
    const torch::NoGradGuard noGrad;
    const std::map<std::string, torch::Tensor> byName(saved.begin(), saved.end());
    for (auto &[name, tensor] : state()) {
        const auto found = byName.find(name);
        if (found == byName.end())
            return fail(ErrorCode::Data, "The optimizer state has no tensor " + name + ".");
        if (found->second.sizes() != tensor.sizes())
            return fail(ErrorCode::Data, "The optimizer state of " + name + " has another shape than the model.");
        tensor.copy_(found->second);
    }
    return {};
}

} // namespace anneal
