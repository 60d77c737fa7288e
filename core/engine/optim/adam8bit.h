// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/optimizer.h"

namespace anneal {

/// AdamW whose moments are kept in 8 bits (optim/blockwise.h): a little over 2 bytes a parameter. Weights move by the
/// moments before they are rounded. Tensors of fewer than 4,096 elements keep fp32 moments. States as in bitsandbytes:
/// "state1.", "absmax1.", "state2.", "absmax2.".
class Adam8bit : public Optimizer
{
public:
    Adam8bit(NamedTensors parameters, const OptimizerConfig &config);

private:
    void update(const Indices &which, double learningRate) override;
    void updateInOnePass(std::size_t i, double learningRate);
    void updateByTensors(std::size_t i, double learningRate);
};

} // namespace anneal
