// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/optimizer.h"

namespace anneal {

/// Whether weights shrink by themselves (AdamW) or the decay is a part of the gradient (Adam).
enum class AdamDecay { Decoupled, InGradient };

/// Lists as LibTorch's fused kernels take them: one pass over memory on CPU and CUDA. Parameters of different decay
/// need a kernel each.
class AdamLists
{
public:
    AdamLists(const OptimizerConfig &config, AdamDecay kind, const torch::Tensor &steps);

    void append(const torch::Tensor &parameter, double decay, std::vector<torch::Tensor> moments);
    void update(double learningRate) const;

private:
    struct Lists {
        double decay = 0;
        std::vector<torch::Tensor> parameters, gradients, mean, square, largest, steps;
    };

    const OptimizerConfig &m_config;
    AdamDecay m_kind;
    const torch::Tensor &m_steps;
    std::vector<Lists> m_lists;
};

/// AdamW and Adam. Moments of each parameter in its own type, under "exp_avg." and "exp_avg_sq."; AMSGrad adds
/// "max_exp_avg_sq.".
class Adam : public Optimizer
{
public:
    Adam(NamedTensors parameters, const OptimizerConfig &config, AdamDecay kind);

private:
    void update(const Indices &which, double learningRate) override;

    AdamDecay m_kind;
};

} // namespace anneal
