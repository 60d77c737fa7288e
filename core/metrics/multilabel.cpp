// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/multilabel.h"

#include <cassert>
#include <numeric>

namespace anneal {

namespace {

ClassScores scoresOf(std::int64_t hits, std::int64_t targets, std::int64_t predicted)
{
    const auto quotient = [](std::int64_t part, std::int64_t whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
    };
    return {quotient(hits, predicted), quotient(hits, targets), quotient(2 * hits, targets + predicted), targets,
            predicted};
}

std::int64_t sum(const std::vector<std::int64_t> &counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

void addTo(std::vector<std::int64_t> &to, const std::vector<std::int64_t> &from)
{
    assert(to.size() == from.size());
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] += from[i];
}

} // namespace

MultiLabelCounts::MultiLabelCounts(int labels)
    : m_hits(static_cast<std::size_t>(labels), 0)
    , m_targets(m_hits)
    , m_predicted(m_hits)
{
}

void MultiLabelCounts::add(std::span<const std::uint8_t> targets, std::span<const std::uint8_t> predicted)
{
    assert(targets.size() == m_hits.size() && predicted.size() == m_hits.size());
    bool exact = true;
    for (std::size_t i = 0; i < m_hits.size(); ++i) {
        const bool target = targets[i] != 0, given = predicted[i] != 0;
        m_hits[i] += target && given ? 1 : 0;
        m_targets[i] += target ? 1 : 0;
        m_predicted[i] += given ? 1 : 0;
        exact = exact && target == given;
    }
    ++m_records;
    m_exact += exact ? 1 : 0;
}

void MultiLabelCounts::merge(const MultiLabelCounts &other)
{
    addTo(m_hits, other.m_hits);
    addTo(m_targets, other.m_targets);
    addTo(m_predicted, other.m_predicted);
    m_records += other.m_records;
    m_exact += other.m_exact;
}

ClassScores MultiLabelCounts::scores(int label) const
{
    const auto i = static_cast<std::size_t>(label);
    return scoresOf(m_hits[i], m_targets[i], m_predicted[i]);
}

std::optional<ClassScores> MultiLabelCounts::micro() const
{
    if (m_records == 0)
        return std::nullopt;
    return scoresOf(sum(m_hits), sum(m_targets), sum(m_predicted));
}

std::optional<ClassScores> MultiLabelCounts::macro() const
{
    if (m_records == 0 || m_hits.empty())
        return std::nullopt;
    ClassScores mean;
    const auto count = static_cast<double>(labels());
    for (int label = 0; label < labels(); ++label) {
        const ClassScores one = scores(label);
        mean.precision += one.precision / count;
        mean.recall += one.recall / count;
        mean.f1 += one.f1 / count;
        mean.support += one.support;
        mean.predicted += one.predicted;
    }
    return mean;
}

std::optional<double> MultiLabelCounts::exactMatch() const
{
    if (m_records == 0)
        return std::nullopt;
    return static_cast<double>(m_exact) / static_cast<double>(m_records);
}

std::optional<double> MultiLabelCounts::hammingLoss() const
{
    const auto decisions = static_cast<double>(m_records) * static_cast<double>(labels());
    if (decisions == 0)
        return std::nullopt;
    const std::int64_t wrong = sum(m_targets) + sum(m_predicted) - 2 * sum(m_hits);
    return static_cast<double>(wrong) / decisions;
}

} // namespace anneal
