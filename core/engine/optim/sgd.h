// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/optimizer.h"

namespace anneal {

/// SGD with momentum, Nesterov's or plain, and decay in the gradient, by LibTorch's fused kernel. "momentum_buffer." of
/// each parameter; without momentum nothing.
class Sgd : public Optimizer
{
public:
    Sgd(NamedTensors parameters, const OptimizerConfig &config);

private:
    void update(const Indices &which, double learningRate) override;
};

} // namespace anneal
