// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "optim/optimizer.h"

namespace anneal {

/// How a matrix is brought below a spectral norm of 1 before it is made orthogonal.
enum class MuonNorm { Clamped, PlusEps };

/// Nearly the orthogonal factor of a matrix: its singular values come to between about 0.7 and 1.2 (Newton-Schulz,
/// quintic). Of more dimensions the last two are matrices. In bf16 on a GPU, in the tensor's own type on the CPU.
[[nodiscard]] torch::Tensor orthogonalised(const torch::Tensor &matrix, std::int64_t steps, MuonNorm norm);

/// Muon (Jordan et al. 2024) for the matrices of the blocks, "momentum_buffer."; AdamW for everything else
/// (config/optimizergroups.h), "exp_avg." and "exp_avg_sq.".
class Muon : public Optimizer
{
public:
    Muon(NamedTensors parameters, const OptimizerConfig &config);

private:
    void update(const Indices &which, double learningRate) override;
    void updateMatrix(std::size_t i, double learningRate);
    [[nodiscard]] double scaleOf(const torch::Tensor &matrix) const;

    std::vector<bool> m_isMatrix; ///< by parameter: gets Muon's update
};

} // namespace anneal
