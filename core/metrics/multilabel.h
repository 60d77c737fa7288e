// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "metrics/confusionmatrix.h"

namespace anneal {

/// Counts for records that may have several labels at once. Definitions and values are those of scikit-learn with
/// zero_division=0. Every figure is nothing while there is no record.
class MultiLabelCounts
{
public:
    explicit MultiLabelCounts(int labels);

    /// One record: `labels` marks each, 1 = has (or is given) the label.
    void add(std::span<const std::uint8_t> targets, std::span<const std::uint8_t> predicted);
    void merge(const MultiLabelCounts &other);

    [[nodiscard]] int labels() const { return static_cast<int>(m_hits.size()); }
    [[nodiscard]] std::int64_t records() const { return m_records; }
    [[nodiscard]] ClassScores scores(int label) const;

    /// All decisions in one pot.
    [[nodiscard]] std::optional<ClassScores> micro() const;
    /// Mean of each figure over all labels, those that never occur included, as in scikit-learn.
    [[nodiscard]] std::optional<ClassScores> macro() const;
    /// Share of records whose labels are all right ("subset accuracy").
    [[nodiscard]] std::optional<double> exactMatch() const;
    /// Share of single decisions that are wrong.
    [[nodiscard]] std::optional<double> hammingLoss() const;

private:
    std::vector<std::int64_t> m_hits; ///< target and predicted
    std::vector<std::int64_t> m_targets;
    std::vector<std::int64_t> m_predicted;
    std::int64_t m_records = 0;
    std::int64_t m_exact = 0;
};

} // namespace anneal
