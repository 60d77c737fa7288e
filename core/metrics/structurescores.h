// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/confusionmatrix.h"
#include "metrics/segmentoverlap.h"

namespace anneal {

/// The three states of an eight-state letter of DSSP: H, G, I → 'H'; E, B → 'E'; S, T, C, L and the signs for "no
/// state" ('-', '~', ' ') → 'C'. Nothing for other letters. (Rost and Sander, J. Mol. Biol. 232 (1993) 584–599.)
[[nodiscard]] std::optional<char> threeState(char eightState);

/// Whether all names are letters of DSSP, so that StructureScores has a meaning for these classes.
[[nodiscard]] bool areStructureStates(const std::vector<std::string> &classNames);

/// Residue accuracy and segment overlap of secondary structure, chain by chain. With eight states (or any of them
/// beyond H, E, C) both the eight-state and the reduced three-state figures.
class StructureScores
{
public:
    /// `classNames`: one letter each, by class id; areStructureStates() must hold.
    explicit StructureScores(const std::vector<std::string> &classNames);

    /// Class ids per residue; an observed kNoClass is not scored.
    void addChain(std::span<const int> observed, std::span<const int> predicted);
    void merge(const StructureScores &other);

    [[nodiscard]] bool hasEightStates() const { return m_hasEight; }
    /// Nothing with three states only.
    [[nodiscard]] std::optional<double> q8() const;
    [[nodiscard]] std::optional<double> q3() const { return m_three.accuracy(); }
    /// Over all chains; SegmentOverlap has the definition.
    [[nodiscard]] const SegmentOverlap &overlap8() const { return m_overlap8; }
    [[nodiscard]] const SegmentOverlap &overlap3() const { return m_overlap3; }
    [[nodiscard]] const ConfusionMatrix &three() const { return m_three; } ///< H, E, C in this order
    [[nodiscard]] const ConfusionMatrix &all() const { return m_all; } ///< by class id

private:
    std::vector<int> m_reduced; ///< by class id: 0 = H, 1 = E, 2 = C
    bool m_hasEight = false;
    ConfusionMatrix m_all;
    ConfusionMatrix m_three;
    SegmentOverlap m_overlap8;
    SegmentOverlap m_overlap3;
};

} // namespace anneal
