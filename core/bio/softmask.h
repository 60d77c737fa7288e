// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace anneal {

/// Which places are lower case (repeats of a genome), as runs: little more than nothing where there are few, and never
/// a copy of the letters. The share is that of a token's letters; for letters themselves it is 1.
class SoftMask
{
public:
    /// [begin, end), at or after the end of what was added before. Runs that touch and are alike become one.
    void add(std::uint64_t begin, std::uint64_t end, float share = 1.0F);

    [[nodiscard]] bool empty() const { return m_runs.empty(); }
    [[nodiscard]] std::size_t bytes() const { return m_runs.size() * sizeof(Run); }
    /// Mean share over [begin, end), which must not be empty: 0 = all upper case. Time grows with the logarithm of the
    /// number of runs.
    [[nodiscard]] float share(std::uint64_t begin, std::uint64_t end) const;
    [[nodiscard]] float share(std::uint64_t place) const { return share(place, place + 1); }

private:
    struct Run {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        float share = 1.0F;
    };
    std::vector<Run> m_runs; ///< ascending
};

} // namespace anneal
