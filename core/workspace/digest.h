// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace anneal {

/// What the run list shows of a run's losses, taken in row by row: nothing of a long run is kept but this.
class LossDigest
{
public:
    static constexpr std::size_t kPoints = 64;

    void addTraining(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMicros,
                     std::span<const double> losses);
    void addValidation(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMicros,
                       std::span<const double> losses);

    [[nodiscard]] std::optional<double> trainLoss() const { return m_trainLoss; }
    [[nodiscard]] std::optional<double> validationLoss() const;
    /// Lowest finite one, NaN when there were only others.
    [[nodiscard]] std::optional<double> bestValidationLoss() const;
    /// Mean training loss in up to 64 equal stretches of steps; NaN where no finite one was logged.
    [[nodiscard]] std::vector<float> sparkline() const;

private:
    struct Stretch {
        double sum = 0;
        std::int64_t finite = 0;
        std::int64_t rows = 0;
    };
    struct Moment {
        std::int64_t step = 0;
        std::int64_t wallMicros = 0;
    };
    struct Evaluation {
        Moment at;
        double loss = 0;
    };
    void addTrainingRow(std::int64_t step, double loss);
    void rewindTraining(const Moment &moment);
    [[nodiscard]] bool isReplaced(const Evaluation &evaluation) const;
    void halve();

    std::vector<Stretch> m_stretches;
    std::int64_t m_stretchSteps = 1;
    std::optional<std::int64_t> m_firstStep;
    std::int64_t m_lastStep = 0;
    std::optional<double> m_trainLoss;
    std::vector<Evaluation> m_evaluations;
    std::vector<Moment> m_rewinds; ///< asked late, so that it does not matter which rows came first
};

} // namespace anneal
