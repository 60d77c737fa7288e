// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/sampler.h"

#include <numeric>
#include <utility>

#include "tensor/streams.h"

namespace anneal {

EpochSampler::EpochSampler(const std::vector<Sample> &samples, std::int64_t tokenBudget, std::int64_t seed)
    : m_samples(samples)
    , m_tokenBudget(tokenBudget)
    , m_seed(seed)
{
    enterEpoch(0);
}

void EpochSampler::enterEpoch(std::int64_t epoch)
{
    m_firstNumber = epoch == 0 ? 0 : m_firstNumber + static_cast<std::int64_t>(m_ranges.size());
    m_epoch = epoch;
    m_order.resize(m_samples.size());
    std::iota(m_order.begin(), m_order.end(), 0u);
    RandomStream stream(m_seed, "order", epoch);
    for (std::size_t left = m_order.size(); left > 1; --left)
        std::swap(m_order[left - 1], m_order[stream.below(left)]);
    m_ranges = packInOrder(m_order, m_samples, m_tokenBudget);
}

EpochSampler::Place EpochSampler::microBatch(std::int64_t number)
{
    if (number < m_firstNumber)
        enterEpoch(0);
    while (number >= m_firstNumber + static_cast<std::int64_t>(m_ranges.size()))
        enterEpoch(m_epoch + 1);
    const std::int64_t position = number - m_firstNumber;
    const OrderRange range = m_ranges[static_cast<std::size_t>(position)];
    return {m_epoch, position, std::span(m_order).subspan(range.begin, range.end - range.begin)};
}

} // namespace anneal
