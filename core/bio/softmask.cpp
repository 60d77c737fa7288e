// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/softmask.h"

#include <algorithm>

namespace anneal {

void SoftMask::add(std::uint64_t begin, std::uint64_t end, float share)
{
    if (begin >= end || share <= 0.0F)
        return;
    if (!m_runs.empty() && m_runs.back().end == begin && m_runs.back().share == share)
        m_runs.back().end = end;
    else
        m_runs.push_back({begin, end, share});
}

float SoftMask::share(std::uint64_t begin, std::uint64_t end) const
{
    auto run = std::upper_bound(m_runs.begin(), m_runs.end(), begin,
                                [](std::uint64_t place, const Run &other) { return place < other.end; });
    double covered = 0;
    for (; run != m_runs.end() && run->begin < end; ++run)
        covered += static_cast<double>(std::min(run->end, end) - std::max(run->begin, begin)) * run->share;
    return static_cast<float>(covered / static_cast<double>(end - begin));
}

} // namespace anneal
