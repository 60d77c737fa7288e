// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/sequencefile.h"

namespace anneal {

/// Whether the letters are of the kind that the alphabet is for. Warns of DNA given as protein;
/// a Data error for protein that happens to use letters of the DNA alphabet only. `linesToLetters`: from the line of a
/// record to its first letters, 0 in a table.
[[nodiscard]] Result<void> checkPlausible(SequenceSet &set, const std::string &fileName, const std::string &path,
                                          std::int64_t linesToLetters = 1);

/// Facts for a summary: soft masking, ambiguous bases, rare residues, records without any signal.
void addNotes(SequenceSet &set, const std::string &fileName, const Findings &findings);

} // namespace anneal
