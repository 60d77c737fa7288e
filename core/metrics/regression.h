// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace anneal {

/// Errors and Pearson's correlation of predicted numbers, value by value (Welford's update, so that a large mean costs
/// no digits). One target or prediction that is not finite makes every figure nothing, and is counted.
class RegressionErrors
{
public:
    void add(double target, double predicted);
    void add(std::span<const float> targets, std::span<const float> predicted);
    void merge(const RegressionErrors &other);

    [[nodiscard]] std::int64_t count() const { return m_count; }
    [[nodiscard]] std::int64_t notFinite() const { return m_notFinite; }

    [[nodiscard]] std::optional<double> meanSquaredError() const;
    [[nodiscard]] std::optional<double> meanAbsoluteError() const;
    /// 1 − squared error / squared deviation of the targets from their mean. Undefined when all targets are equal.
    [[nodiscard]] std::optional<double> r2() const;
    /// Undefined when all targets or all predictions are equal, and for fewer than two values.
    [[nodiscard]] std::optional<double> pearson() const;

private:
    [[nodiscard]] bool defined() const { return m_count > 0 && m_notFinite == 0; }

    std::int64_t m_count = 0;
    std::int64_t m_notFinite = 0;
    double m_squared = 0; ///< sum of squared errors
    double m_absolute = 0;
    double m_targetMean = 0;
    double m_predictedMean = 0;
    double m_targetSpread = 0; ///< sums of squared deviations and of their products
    double m_predictedSpread = 0;
    double m_together = 0;
};

/// Spearman's rank correlation: Pearson's of the ranks, ties sharing their mean rank. Needs every value.
/// Undefined when either side is constant or not finite, and for fewer than two values.
[[nodiscard]] std::optional<double> spearman(std::span<const float> targets, std::span<const float> predicted);

} // namespace anneal
