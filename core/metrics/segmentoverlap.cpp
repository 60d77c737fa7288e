// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/segmentoverlap.h"

#include <algorithm>
#include <cassert>

#include "metrics/confusionmatrix.h"

namespace anneal {

namespace {

/// Residues [begin, end) of one state.
struct Segment {
    int state = kNoClass;
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t length() const { return end - begin; }
};

std::vector<Segment> segmentsOf(std::span<const int> states, std::span<const int> observed)
{
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (observed[i] == kNoClass)
            continue;
        const bool goesOn = !segments.empty() && segments.back().end == i && segments.back().state == states[i];
        if (goesOn)
            segments.back().end = i + 1;
        else
            segments.push_back({states[i], i, i + 1});
    }
    return segments;
}

/// (minov + delta) / maxov · len(s1)
double overlap(const Segment &s1, const Segment &s2)
{
    const std::size_t minov = std::min(s1.end, s2.end) - std::max(s1.begin, s2.begin);
    const std::size_t maxov = std::max(s1.end, s2.end) - std::min(s1.begin, s2.begin);
    const std::size_t delta = std::min({maxov - minov, minov, s1.length() / 2, s2.length() / 2});
    return static_cast<double>(minov + delta) / static_cast<double>(maxov) * static_cast<double>(s1.length());
}

} // namespace

SegmentOverlap::SegmentOverlap(int states)
    : m_states(static_cast<std::size_t>(states))
{
}

void SegmentOverlap::addChain(std::span<const int> observed, std::span<const int> predicted)
{
    assert(observed.size() == predicted.size());
    const std::vector<Segment> ours = segmentsOf(observed, observed), theirs = segmentsOf(predicted, observed);
    Sums chain;
    std::size_t next = 0; // the first predicted segment that does not end before the observed one
    for (const Segment &s1 : ours) {
        while (next < theirs.size() && theirs[next].end <= s1.begin)
            ++next;
        Sums sums;
        for (std::size_t i = next; i < theirs.size() && theirs[i].begin < s1.end; ++i) {
            if (theirs[i].state != s1.state)
                continue;
            sums.overlap += overlap(s1, theirs[i]);
            sums.length += static_cast<double>(s1.length());
        }
        sums.length = std::max(sums.length, static_cast<double>(s1.length()));
        Sums &state = m_states[static_cast<std::size_t>(s1.state)];
        for (Sums *to : {&state, &chain}) {
            to->overlap += sums.overlap;
            to->length += sums.length;
        }
    }
    if (const auto value = quotient(chain)) {
        m_chainSum += *value;
        ++m_chains;
    }
}

void SegmentOverlap::merge(const SegmentOverlap &other)
{
    assert(other.m_states.size() == m_states.size());
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        m_states[i].overlap += other.m_states[i].overlap;
        m_states[i].length += other.m_states[i].length;
    }
    m_chainSum += other.m_chainSum;
    m_chains += other.m_chains;
}

std::optional<double> SegmentOverlap::quotient(const Sums &sums)
{
    return sums.length > 0 ? std::optional(sums.overlap / sums.length) : std::nullopt;
}

std::optional<double> SegmentOverlap::value() const
{
    Sums all;
    for (const Sums &sums : m_states) {
        all.overlap += sums.overlap;
        all.length += sums.length;
    }
    return quotient(all);
}

std::optional<double> SegmentOverlap::value(int state) const
{
    return quotient(m_states[static_cast<std::size_t>(state)]);
}

std::optional<double> SegmentOverlap::chainMean() const
{
    return m_chains > 0 ? std::optional(m_chainSum / static_cast<double>(m_chains)) : std::nullopt;
}

} // namespace anneal
