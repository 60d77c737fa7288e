// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace anneal {

/// Segment overlap of predicted and observed secondary structure, SOV'99: Zemla, Venclovas, Fidelis and Rost,
/// "A modified definition of Sov", Proteins 34 (1999) 220–223.
///
/// For each state, every observed segment s1 meets each predicted segment s2 of that state that it overlaps:
///     (minov + delta) / maxov · len(s1)
/// with minov = length of the overlap, maxov = length of the extent of both together, and
///     delta = min(maxov − minov, minov, ⌊len(s1)/2⌋, ⌊len(s2)/2⌋).
/// The sum is divided by N: len(s1) once for each such pair, and once for an observed segment that meets none.
/// Shares of 1 here; papers give percent.
class SegmentOverlap
{
public:
    explicit SegmentOverlap(int states);

    /// One chain, state ids per residue, both of one length. Residues whose observed state is kNoClass (unknown) end
    /// the segments of both sides and belong to none.
    void addChain(std::span<const int> observed, std::span<const int> predicted);
    void merge(const SegmentOverlap &other);

    /// Over all states and chains at once; nothing while no residue was observed.
    [[nodiscard]] std::optional<double> value() const;
    /// Of one state; nothing when it was never observed.
    [[nodiscard]] std::optional<double> value(int state) const;
    /// Mean of the chains' own values, the figure of most papers.
    [[nodiscard]] std::optional<double> chainMean() const;

private:
    struct Sums {
        double overlap = 0;
        double length = 0; ///< N
    };
    [[nodiscard]] static std::optional<double> quotient(const Sums &sums);

    std::vector<Sums> m_states;
    double m_chainSum = 0;
    std::int64_t m_chains = 0;
};

} // namespace anneal
