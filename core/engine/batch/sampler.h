// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "batch/packing.h"

namespace anneal {

/// Which samples stand in which micro-batch. The order of data is a function, not a state: epoch e is the samples
/// shuffled by the stream (seed, "order", e) and cut to the token budget; micro-batches are numbered through from the
/// start of the run. A resumed run asks for the next number and gets what it would have got.
class EpochSampler
{
public:
    /// `samples` must not be empty and must outlive the sampler.
    EpochSampler(const std::vector<Sample> &samples, std::int64_t tokenBudget, std::int64_t seed);

    struct Place {
        std::int64_t epoch = 0;
        std::int64_t position = 0; ///< micro-batch within the epoch
        std::span<const std::uint32_t> samples; ///< valid until the next call
    };
    /// Cheap when asked in ascending order; a number from an earlier epoch walks again from the start.
    [[nodiscard]] Place microBatch(std::int64_t number);

private:
    void enterEpoch(std::int64_t epoch);

    const std::vector<Sample> &m_samples;
    std::int64_t m_tokenBudget;
    std::int64_t m_seed;
    std::int64_t m_epoch = -1;
    std::int64_t m_firstNumber = 0; ///< of the current epoch
    std::vector<std::uint32_t> m_order;
    std::vector<OrderRange> m_ranges;
};

} // namespace anneal
