// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bio/dataset.h"

namespace anneal {

/// What happened to sequences that are longer than a model input.
struct CutReport {
    std::vector<std::uint32_t> truncated;
    std::int64_t lostResidues = 0; ///< cut off, or between windows
    std::int64_t withoutBases = 0; ///< samples left out because every base is ambiguous
};

/// Cuts the samples of some sequences: the beginning of each, or windows over all of it.
[[nodiscard]] std::vector<Sample> cutSamples(const SequenceSet &set, const std::vector<std::uint32_t> &sequences,
                                             const DataRequest &request, CutReport &report);

/// One warning for each thing in the report that took residues away.
[[nodiscard]] std::vector<ReadWarning> cutWarnings(const SequenceSet &set, const CutReport &report,
                                                   const DataRequest &request);

} // namespace anneal
