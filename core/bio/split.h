// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/result.h"
#include "bio/sequencefile.h"
#include "bio/splitfile.h"

namespace anneal {

/// Indices into a SequenceSet, ascending.
struct Split {
    std::vector<std::uint32_t> train;
    std::vector<std::uint32_t> validation;
    std::vector<std::uint32_t> test; ///< kept apart; never trained or validated on
    std::vector<ReadWarning> warnings; ///< e.g. the same sequence on both sides of a split file
};

/// By the part of each sequence. Warns, at the line that says so, of residues that stand in two parts; `fileName` is
/// how the warning names the file, `lines` has one entry a sequence.
[[nodiscard]] Split splitByParts(const SequenceSet &set, const std::vector<Part> &parts,
                                 const std::vector<std::int64_t> &lines, const std::string &fileName);

/// By a TSV with columns id, split (train | validation | valid | val | dev | test); ids absent from it are train.
/// Data error with file and line for a part that is not known or an id that is not in the set.
[[nodiscard]] Result<Split> splitByFile(const SequenceSet &set, const std::filesystem::path &tsv);

/// Holds out about `fraction` by a stable hash of the residues: equal sequences always fall on the same side,
/// and adding sequences never moves the others.
[[nodiscard]] Split splitByFraction(const SequenceSet &set, double fraction, std::uint64_t seed);

} // namespace anneal
