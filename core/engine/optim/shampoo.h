// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "optim/optimizer.h"
#include "optim/preconditioner.h"

namespace anneal {

/// Distributed Shampoo (Shi et al. 2023) on one device: every block of a tensor is multiplied by inverse roots of how
/// its rows and its columns go together, and may take the length of another optimizer's step (grafting).
///
/// States, with b the block and d its dimension: "factor.<b>.<d>." and "inverse.<b>.<d>."; "filtered_grad." with beta1,
/// "grafting_square." with a grafting that has one. In the background: "next.<b>.<d>.", roots of the factors as they
/// were precondition_frequency steps ago.
class Shampoo : public Optimizer
{
public:
    Shampoo(NamedTensors parameters, const OptimizerConfig &config);
    ~Shampoo() override;
    Shampoo(const Shampoo &) = delete;
    Shampoo &operator=(const Shampoo &) = delete;

private:
    /// Where a parameter's tensors are among its held ones.
    struct Layout {
        std::vector<std::int64_t> merged;
        std::vector<std::vector<std::size_t>> factors, inverses, next; ///< by block and dimension
        std::size_t filtered = 0, square = 0;
    };

    Layout layOut(std::size_t i);
    void update(const Indices &which, double learningRate) override;
    void updateOne(std::size_t i, double learningRate);
    void settle() const override;

    void accumulate(std::size_t i, const std::vector<torch::Tensor> &gradients);
    void refresh(std::size_t i);
    void install(std::size_t i, const SerialWorker::Roots &roots, bool asNext) const;
    [[nodiscard]] std::function<SerialWorker::Roots()> rootTask(std::size_t i);
    [[nodiscard]] torch::Tensor filteredGradient(std::size_t i, const torch::Tensor &gradient);
    void rememberSquare(std::size_t i, const torch::Tensor &gradient);
    [[nodiscard]] torch::Tensor graftedStep(const torch::Tensor &gradient, const torch::Tensor &square) const;
    [[nodiscard]] torch::Tensor direction(std::size_t i, std::size_t block, const torch::Tensor &gradient,
                                          const torch::Tensor &square);

    [[nodiscard]] std::int64_t startStep() const;
    [[nodiscard]] bool isDue() const;
    [[nodiscard]] bool hasSquare() const;

    std::vector<Layout> m_layouts; ///< by parameter
    mutable std::map<std::size_t, std::future<SerialWorker::Roots>> m_pending; ///< by parameter
    SerialWorker m_worker;
};

} // namespace anneal
