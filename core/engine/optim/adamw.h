// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <torch/torch.h>

#include "base/result.h"
#include "config/config.h"

namespace anneal {

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// What one update did to the weights.
struct UpdateNorms {
    double parameters = 0; ///< ‖w‖ after the update
    double change = 0; ///< ‖Δw‖
};

/// AdamW by LibTorch's fused kernel (one pass over memory on CPU and CUDA). Weight decay is not applied to biases and
/// norms, that is to tensors of one dimension. Two float32 moments a parameter, in the parameter's own type.
class AdamW
{
public:
    AdamW(NamedTensors parameters, const OptimizerConfig &config);

    /// One update with the gradients that the parameters hold. Parameters without a gradient stay as they are.
    void step(double learningRate);
    /// The same update, and how large it was. Costs one extra copy of the largest parameter, not of all.
    [[nodiscard]] UpdateNorms stepMeasured(double learningRate);
    void zeroGradients();

    [[nodiscard]] const std::vector<torch::Tensor> &parameters() const { return m_parameters; }

    /// Moments and step count under "exp_avg.<name>", "exp_avg_sq.<name>" and "step".
    [[nodiscard]] NamedTensors state() const;
    /// Copies a saved state in. Data error naming what is missing or has another shape.
    [[nodiscard]] Result<void> loadState(const NamedTensors &saved);

private:
    struct Slots;
    void update(const Slots &slots, double learningRate, double weightDecay);
    [[nodiscard]] Slots slotsOf(std::size_t index) const;
    [[nodiscard]] bool decays(std::size_t index) const { return m_parameters[index].dim() > 1; }

    OptimizerConfig m_config;
    std::vector<std::string> m_names;
    std::vector<torch::Tensor> m_parameters;
    std::vector<torch::Tensor> m_mean; ///< first moment
    std::vector<torch::Tensor> m_square; ///< second moment
    torch::Tensor m_steps; ///< float32 scalar on the parameters' device, as the kernel wants it
};

} // namespace anneal
