// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/optimizer.h"

#include <cmath>
#include <map>

#include "config/optimizergroups.h"

namespace anneal {

Optimizer::Optimizer(NamedTensors parameters, OptimizerConfig config)
    : m_config(std::move(config))
    , m_held(parameters.size())
{
    for (auto &[name, tensor] : parameters) {
        m_decays.push_back(optimizerGroupOf(name, tensor.sizes().vec(), m_config).decays);
        m_names.push_back(std::move(name));
        m_parameters.push_back(std::move(tensor));
    }
    const auto device = m_parameters.empty() ? torch::Device(torch::kCPU) : m_parameters.front().device();
    m_steps = torch::zeros({}, torch::dtype(torch::kFloat32).device(device));
}

void Optimizer::keep(std::size_t parameter, std::string kind, torch::Tensor tensor)
{
    if (isPaged(parameter))
        tensor = tensor.cpu().pin_memory();
    m_held[parameter].push_back({std::move(kind), tensor, isPaged(parameter) ? torch::Tensor() : tensor});
}

/// On the CPU a state that is paged lives where it is worked on anyway.
bool Optimizer::isPaged(std::size_t parameter) const
{
    return m_config.paged && !m_parameters[parameter].is_cpu();
}

/// Paged states come to the device for the update of their parameter and go back after it, in the order of the stream.
void Optimizer::updateResident(const Indices &which, double learningRate)
{
    if (!m_config.paged) {
        update(which, learningRate);
        return;
    }
    for (const std::size_t i : which) {
        for (Held &one : m_held[i])
            one.working = one.home.to(m_parameters[i].device(), /*non_blocking=*/true);
        update({i}, learningRate);
        for (Held &one : m_held[i]) {
            if (!isPaged(i))
                continue;
            one.home.copy_(one.working, /*non_blocking=*/true);
            one.working = torch::Tensor();
        }
    }
}

double Optimizer::decayOf(std::size_t parameter) const
{
    if (!m_decays[parameter])
        return 0;
    return m_config.weight_decay_type == "independent" ? m_config.weight_decay / m_config.lr : m_config.weight_decay;
}

void Optimizer::countStep()
{
    m_steps.add_(1);
    ++m_stepCount;
}

Optimizer::Indices Optimizer::withGradient() const
{
    Indices which;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        if (m_parameters[i].grad().defined())
            which.push_back(i);
    return which;
}

void Optimizer::step(double learningRate)
{
    const torch::NoGradGuard noGrad;
    countStep();
    updateResident(withGradient(), learningRate);
}

UpdateNorms Optimizer::stepMeasured(double learningRate)
{
    const torch::NoGradGuard noGrad;
    countStep();
    std::vector<torch::Tensor> changes;
    for (const std::size_t i : withGradient()) {
        const torch::Tensor before = m_parameters[i].detach().clone();
        updateResident({i}, learningRate);
        changes.push_back((m_parameters[i].detach() - before).norm());
    }
    UpdateNorms norms;
    if (m_parameters.empty())
        return norms;
    norms.parameters = torch::stack(at::_foreach_norm(m_parameters)).norm().item<double>();
    if (!changes.empty())
        norms.change = torch::stack(changes).norm().item<double>();
    return norms;
}

void Optimizer::zeroGradients()
{
    for (torch::Tensor &parameter : m_parameters)
        parameter.mutable_grad().reset();
}

NamedTensors Optimizer::state() const
{
    settle();
    if (m_config.paged && !m_parameters.empty() && m_parameters.front().is_cuda())
        torch::cuda::synchronize(); // the copies to host memory
    NamedTensors saved;
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        for (const Held &one : m_held[i])
            saved.emplace_back(one.kind + "." + m_names[i], one.home);
    saved.emplace_back("step", m_steps);
    return saved;
}

Result<void> Optimizer::loadState(const NamedTensors &saved)
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
    m_stepCount = std::llround(m_steps.item<double>());
    return {};
}

std::int64_t Optimizer::stateBytes() const
{
    std::int64_t bytes = 0;
    for (const std::vector<Held> &all : m_held)
        for (const Held &one : all)
            bytes += static_cast<std::int64_t>(one.home.nbytes());
    return bytes;
}

} // namespace anneal
