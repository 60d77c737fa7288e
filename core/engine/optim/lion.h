// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/cpu/optimkernels.h"
#include "optim/optimizer.h"

namespace anneal {

/// Lion (Chen et al. 2023): steps by the sign of an interpolated momentum. One "exp_avg." a parameter.
class Lion : public Optimizer
{
public:
    Lion(NamedTensors parameters, const OptimizerConfig &config);

private:
    void update(const Indices &which, double learningRate) override;
};

/// One update of one tensor: in a single pass over fp32 memory of the CPU, or by tensor operations on any device.
void lionInOnePass(const torch::Tensor &parameter, const torch::Tensor &gradient, const torch::Tensor &momentum,
                   const LionRates &rates);
void lionByTensors(const torch::Tensor &parameter, const torch::Tensor &gradient, const torch::Tensor &momentum,
                   const LionRates &rates);

} // namespace anneal
