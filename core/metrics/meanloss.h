// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace anneal {

/// The loss of a whole set: a sum over targets divided by their number, never a mean of batch means.
class MeanLoss
{
public:
    /// `sum` of the loss in nats over `targets` targets; a batch without a target adds nothing.
    void add(double sum, std::int64_t targets);
    void merge(const MeanLoss &other) { add(other.m_sum, other.m_targets); }

    [[nodiscard]] std::int64_t targets() const { return m_targets; }
    /// Nats per target. Nothing without a target; NaN when a batch brought NaN, so that it is seen.
    [[nodiscard]] std::optional<double> mean() const;
    /// exp(mean): the number of equally likely answers that would give this loss.
    [[nodiscard]] std::optional<double> perplexity() const;

private:
    double m_sum = 0;
    std::int64_t m_targets = 0;
};

} // namespace anneal
