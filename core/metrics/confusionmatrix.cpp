// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/confusionmatrix.h"

#include <cassert>
#include <cmath>

namespace anneal {

namespace {

double quotient(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

} // namespace

ConfusionMatrix::ConfusionMatrix(int classes)
    : m_classes(classes)
    , m_counts(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes), 0)
{
}

void ConfusionMatrix::add(int target, int predicted, std::int64_t count)
{
    if (target == kNoClass)
        return;
    assert(target >= 0 && target < m_classes && predicted >= 0 && predicted < m_classes);
    m_counts[at(target, predicted)] += count;
    m_total += count;
}

void ConfusionMatrix::add(std::span<const int> targets, std::span<const int> predicted)
{
    assert(targets.size() == predicted.size());
    for (std::size_t i = 0; i < targets.size(); ++i)
        add(targets[i], predicted[i]);
}

void ConfusionMatrix::merge(const ConfusionMatrix &other)
{
    assert(other.m_classes == m_classes);
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        m_counts[i] += other.m_counts[i];
    m_total += other.m_total;
}

std::int64_t ConfusionMatrix::hits() const
{
    std::int64_t hits = 0;
    for (int i = 0; i < m_classes; ++i)
        hits += count(i, i);
    return hits;
}

ClassScores ConfusionMatrix::scores(int classId) const
{
    ClassScores scores;
    for (int other = 0; other < m_classes; ++other) {
        scores.support += count(classId, other);
        scores.predicted += count(other, classId);
    }
    const auto hits = static_cast<double>(count(classId, classId));
    scores.precision = quotient(hits, static_cast<double>(scores.predicted));
    scores.recall = quotient(hits, static_cast<double>(scores.support));
    scores.f1 = quotient(2 * hits, static_cast<double>(scores.support + scores.predicted));
    return scores;
}

std::vector<ClassScores> ConfusionMatrix::allScores() const
{
    std::vector<ClassScores> all;
    for (int i = 0; i < m_classes; ++i)
        all.push_back(scores(i));
    return all;
}

std::optional<double> ConfusionMatrix::accuracy() const
{
    if (m_total == 0)
        return std::nullopt;
    return static_cast<double>(hits()) / static_cast<double>(m_total);
}

std::optional<double> ConfusionMatrix::balancedAccuracy() const
{
    double sum = 0;
    int present = 0;
    for (const ClassScores &row : allScores()) {
        if (row.support == 0)
            continue;
        sum += row.recall;
        ++present;
    }
    return present > 0 ? std::optional(sum / present) : std::nullopt;
}

std::optional<double> ConfusionMatrix::macroF1() const
{
    double sum = 0;
    int present = 0;
    for (const ClassScores &row : allScores()) {
        if (!row.occurs())
            continue;
        sum += row.f1;
        ++present;
    }
    return present > 0 ? std::optional(sum / present) : std::nullopt;
}

std::optional<double> ConfusionMatrix::weightedF1() const
{
    if (m_total == 0)
        return std::nullopt;
    double sum = 0;
    for (const ClassScores &row : allScores())
        sum += row.f1 * static_cast<double>(row.support);
    return sum / static_cast<double>(m_total);
}

std::optional<double> ConfusionMatrix::mcc() const
{
    if (m_total == 0)
        return std::nullopt;
    const auto total = static_cast<double>(m_total);
    double together = 0, targets = 0, predictions = 0;
    for (const ClassScores &row : allScores()) {
        const auto support = static_cast<double>(row.support), predicted = static_cast<double>(row.predicted);
        together += support * predicted;
        targets += support * support;
        predictions += predicted * predicted;
    }
    const double covariance = static_cast<double>(hits()) * total - together;
    const double spread = (total * total - targets) * (total * total - predictions);
    return spread > 0 ? covariance / std::sqrt(spread) : 0;
}

} // namespace anneal
