// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/regression.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "metrics/ranking.h"

namespace anneal {

namespace {

bool allFinite(std::span<const float> values)
{
    return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

} // namespace

void RegressionErrors::add(double target, double predicted)
{
    if (!std::isfinite(target) || !std::isfinite(predicted)) {
        ++m_notFinite;
        return;
    }
    ++m_count;
    const double error = predicted - target, n = static_cast<double>(m_count);
    m_squared += error * error;
    m_absolute += std::abs(error);
    const double fromTarget = target - m_targetMean, fromPredicted = predicted - m_predictedMean;
    m_targetMean += fromTarget / n;
    m_predictedMean += fromPredicted / n;
    m_targetSpread += fromTarget * (target - m_targetMean);
    m_predictedSpread += fromPredicted * (predicted - m_predictedMean);
    m_together += fromTarget * (predicted - m_predictedMean);
}

void RegressionErrors::add(std::span<const float> targets, std::span<const float> predicted)
{
    assert(targets.size() == predicted.size());
    for (std::size_t i = 0; i < targets.size(); ++i)
        add(double{targets[i]}, double{predicted[i]});
}

void RegressionErrors::merge(const RegressionErrors &other)
{
    m_notFinite += other.m_notFinite;
    if (other.m_count == 0)
        return;
    const auto a = static_cast<double>(m_count), b = static_cast<double>(other.m_count), n = a + b;
    const double targetGap = other.m_targetMean - m_targetMean;
    const double predictedGap = other.m_predictedMean - m_predictedMean;
    m_targetSpread += other.m_targetSpread + targetGap * targetGap * a * b / n;
    m_predictedSpread += other.m_predictedSpread + predictedGap * predictedGap * a * b / n;
    m_together += other.m_together + targetGap * predictedGap * a * b / n;
    m_targetMean += targetGap * b / n;
    m_predictedMean += predictedGap * b / n;
    m_squared += other.m_squared;
    m_absolute += other.m_absolute;
    m_count += other.m_count;
}

std::optional<double> RegressionErrors::meanSquaredError() const
{
    return defined() ? std::optional(m_squared / static_cast<double>(m_count)) : std::nullopt;
}

std::optional<double> RegressionErrors::meanAbsoluteError() const
{
    return defined() ? std::optional(m_absolute / static_cast<double>(m_count)) : std::nullopt;
}

std::optional<double> RegressionErrors::r2() const
{
    if (!defined() || m_targetSpread <= 0)
        return std::nullopt;
    return 1 - m_squared / m_targetSpread;
}

std::optional<double> RegressionErrors::pearson() const
{
    if (!defined() || m_targetSpread <= 0 || m_predictedSpread <= 0)
        return std::nullopt;
    const double r = m_together / (std::sqrt(m_targetSpread) * std::sqrt(m_predictedSpread));
    return std::clamp(r, -1.0, 1.0); // rounding may step over
}

std::optional<double> spearman(std::span<const float> targets, std::span<const float> predicted)
{
    assert(targets.size() == predicted.size());
    if (!allFinite(targets) || !allFinite(predicted))
        return std::nullopt;
    const auto a = averageRanks(targets), b = averageRanks(predicted);
    RegressionErrors ranks;
    for (std::size_t i = 0; i < a.size(); ++i)
        ranks.add(a[i], b[i]);
    return ranks.pearson();
}

} // namespace anneal
