// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bio/sequencefile.h"
#include "bio/tablerows.h"

namespace anneal {

/// The headers of FASTA or FASTQ records as rows of a table: ">s1 label=donor split=train" has the columns id,
/// sequence, label and split; ">s1|donor|train" and ">s1 donor train" have id, sequence, "field 2" and "field 3". Which
/// of the three it is, the first header decides. `set` must keep its headers and outlive the rows; the sequence cell is
/// filled in the first `withLetters` rows only, which is enough to guess columns by.
[[nodiscard]] std::unique_ptr<RowSource> openHeaders(const SequenceSet &set, std::size_t withLetters);

} // namespace anneal
