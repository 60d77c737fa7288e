// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <torch/torch.h>

#include "base/result.h"
#include "config/config.h"

namespace anneal {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Whether loops over fp32 memory of the CPU can work on a tensor.
[[nodiscard]] inline bool isPlainFloat(const torch::Tensor &tensor)
{
    return tensor.is_cpu() && tensor.scalar_type() == torch::kFloat32 && tensor.is_contiguous();
}

/// What one update did to the weights.
struct UpdateNorms {
    double parameters = 0; ///< ‖w‖ after the update
    double change = 0; ///< ‖Δw‖
};

/// How gradients become updates. What all optimizers share stands here: parameters with their names, state tensors that
/// are saved and loaded by name, the count of steps, the measured step, and which tensors weights decay in.
class Optimizer
{
public:
    virtual ~Optimizer() = default;
    Optimizer(const Optimizer &) = delete;
    Optimizer &operator=(const Optimizer &) = delete;

    /// One update with the gradients that the parameters hold. Parameters without a gradient stay as they are.
    void step(double learningRate);
    /// The same update, and how large it was. Costs one extra copy of the largest parameter, not of all.
    [[nodiscard]] UpdateNorms stepMeasured(double learningRate);
    void zeroGradients();
    /// From the next step on.
    void setWeightDecay(double decay) { m_config.weight_decay = decay; }

    [[nodiscard]] const std::vector<torch::Tensor> &parameters() const { return m_parameters; }

    /// Everything that a resumed run needs: "<kind>.<parameter>" and "step".
    [[nodiscard]] NamedTensors state() const;
    /// Copies a saved state in. Data error naming what is missing or has another shape.
    [[nodiscard]] Result<void> loadState(const NamedTensors &saved);
    /// What the state of all parameters takes in memory; the count of steps is not in it.
    [[nodiscard]] std::int64_t stateBytes() const;

protected:
    using Indices = std::vector<std::size_t>;

    Optimizer(NamedTensors parameters, OptimizerConfig config);

    /// Gives a parameter a further state tensor, which must be as it is before the first step. The k-th call for a
    /// parameter makes the tensor that held(parameter, k) returns.
    void keep(std::size_t parameter, std::string kind, torch::Tensor tensor);
    [[nodiscard]] const torch::Tensor &held(std::size_t parameter, std::size_t index) const
    {
        return m_held[parameter][index].working;
    }

    /// Updates these parameters, all of which have a gradient. They are independent of each other: the same parameters
    /// in other portions give the same result.
    virtual void update(const Indices &which, double learningRate) = 0;

    /// Called before the state is read or replaced: waits for what is still being computed.
    virtual void settle() const { }

    [[nodiscard]] const OptimizerConfig &config() const { return m_config; }
    [[nodiscard]] const std::string &name(std::size_t parameter) const { return m_names[parameter]; }
    [[nodiscard]] torch::Tensor &parameter(std::size_t index) { return m_parameters[index]; }
    [[nodiscard]] const torch::Tensor &gradient(std::size_t index) const { return m_parameters[index].grad(); }
    /// What the learning rate is multiplied by to give a parameter's decay; 0 for biases and norms.
    [[nodiscard]] double decayOf(std::size_t parameter) const;
    /// Steps done, the one that is being done included; as a number and as the fused kernels want it.
    [[nodiscard]] std::int64_t stepCount() const { return m_stepCount; }
    [[nodiscard]] const torch::Tensor &stepTensor() const { return m_steps; }

private:
    /// A state tensor where it lives, and where updates work on it: the same, unless it is paged.
    struct Held {
        std::string kind;
        torch::Tensor home;
        torch::Tensor working;
    };
    void countStep();
    void updateResident(const Indices &which, double learningRate);
    [[nodiscard]] bool isPaged(std::size_t parameter) const;
    [[nodiscard]] Indices withGradient() const;

    OptimizerConfig m_config;
    std::vector<std::string> m_names;
    std::vector<torch::Tensor> m_parameters;
    std::vector<bool> m_decays; ///< by parameter: not a bias or a norm
    std::vector<std::vector<Held>> m_held; ///< by parameter
    torch::Tensor m_steps; ///< float32 scalar on the parameters' device
    std::int64_t m_stepCount = 0;
};

} // namespace anneal
