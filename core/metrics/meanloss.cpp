// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/meanloss.h"

#include <cmath>

namespace anneal {

void MeanLoss::add(double sum, std::int64_t targets)
{
    if (targets <= 0)
        return;
    m_sum += sum;
    m_targets += targets;
}

std::optional<double> MeanLoss::mean() const
{
    if (m_targets == 0)
        return std::nullopt;
    return m_sum / static_cast<double>(m_targets);
}

std::optional<double> MeanLoss::perplexity() const
{
    const auto loss = mean();
    return loss ? std::optional(std::exp(*loss)) : std::nullopt;
}

} // namespace anneal
