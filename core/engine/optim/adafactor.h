// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/optimizer.h"

namespace anneal {

/// Adafactor (Shazeer & Stern 2018) as Hugging Face has it. Squared gradients of a tensor of two or more dimensions are
/// kept as the means of its rows and columns, "exp_avg_sq_row." and "exp_avg_sq_col."; of a vector as "exp_avg_sq.".
class Adafactor : public Optimizer
{
public:
    Adafactor(NamedTensors parameters, const OptimizerConfig &config);

private:
    void update(const Indices &which, double learningRate) override;
    void updateOne(std::size_t i, double learningRate);
    [[nodiscard]] double rateOf(std::size_t i, double learningRate);
    [[nodiscard]] torch::Tensor scaledGradient(std::size_t i);
};

} // namespace anneal
