// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/digest.h"

#include <algorithm>
#include <cmath>

namespace anneal {

void LossDigest::addTraining(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMicros,
                             std::span<const double> losses)
{
    for (std::size_t row = 0; row < steps.size(); ++row) {
        if (m_firstStep && steps[row] <= m_lastStep)
            rewindTraining({steps[row], wallMicros[row]});
        addTrainingRow(steps[row], losses[row]);
    }
}

void LossDigest::addTrainingRow(std::int64_t step, double loss)
{
    if (!m_firstStep)
        m_firstStep = step;
    while ((step - *m_firstStep) / m_stretchSteps >= static_cast<std::int64_t>(kPoints))
        halve();
    const auto index = static_cast<std::size_t>((step - *m_firstStep) / m_stretchSteps);
    if (index >= m_stretches.size())
        m_stretches.resize(index + 1);
    Stretch &stretch = m_stretches[index];
    ++stretch.rows;
    if (std::isfinite(loss)) {
        stretch.sum += loss;
        ++stretch.finite;
    }
    m_lastStep = step;
    m_trainLoss = loss;
}

/// Half as many stretches of twice the length.
void LossDigest::halve()
{
    m_stretchSteps *= 2;
    for (std::size_t i = 0; i < m_stretches.size(); i += 2) {
        Stretch merged = m_stretches[i];
        if (i + 1 < m_stretches.size()) {
            merged.sum += m_stretches[i + 1].sum;
            merged.finite += m_stretches[i + 1].finite;
            merged.rows += m_stretches[i + 1].rows;
        }
        m_stretches[i / 2] = merged;
    }
    m_stretches.resize((m_stretches.size() + 1) / 2);
}

/// The run went on from an earlier step. The stretch in which that lies keeps the mean of both passes.
void LossDigest::rewindTraining(const Moment &moment)
{
    m_firstStep = std::min(*m_firstStep, moment.step);
    const auto kept = static_cast<std::size_t>((moment.step - *m_firstStep + m_stretchSteps - 1) / m_stretchSteps);
    m_stretches.resize(std::min(m_stretches.size(), kept));
    m_rewinds.push_back(moment);
}

void LossDigest::addValidation(std::span<const std::int64_t> steps, std::span<const std::int64_t> wallMicros,
                               std::span<const double> losses)
{
    for (std::size_t row = 0; row < steps.size(); ++row) {
        std::erase_if(m_evaluations, [&](const Evaluation &old) { return old.at.step >= steps[row]; });
        m_evaluations.push_back({{steps[row], wallMicros[row]}, losses[row]});
    }
}

bool LossDigest::isReplaced(const Evaluation &evaluation) const
{
    return std::any_of(m_rewinds.begin(), m_rewinds.end(), [&](const Moment &rewind) {
        return evaluation.at.step >= rewind.step && evaluation.at.wallMicros < rewind.wallMicros;
    });
}

std::optional<double> LossDigest::validationLoss() const
{
    const auto newest = std::find_if(m_evaluations.rbegin(), m_evaluations.rend(),
                                     [this](const Evaluation &evaluation) { return !isReplaced(evaluation); });
    return newest == m_evaluations.rend() ? std::nullopt : std::optional(newest->loss);
}

std::optional<double> LossDigest::bestValidationLoss() const
{
    std::optional<double> best;
    for (const Evaluation &evaluation : m_evaluations) {
        if (isReplaced(evaluation))
            continue;
        const double loss = std::isfinite(evaluation.loss) ? evaluation.loss : std::nan("");
        if (!best || std::isnan(*best) || loss < *best)
            best = loss;
    }
    return best;
}

std::vector<float> LossDigest::sparkline() const
{
    std::vector<float> points;
    for (const Stretch &stretch : m_stretches)
        if (stretch.finite > 0)
            points.push_back(static_cast<float>(stretch.sum / static_cast<double>(stretch.finite)));
        else if (stretch.rows > 0)
            points.push_back(std::nanf(""));
    return points;
}

} // namespace anneal
