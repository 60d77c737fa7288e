// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bio/alphabet.h"

namespace anneal {

/// One sequence of a file that a model is to be asked about.
struct BatchSequence {
    std::string name;
    std::string letters; ///< as the engine takes them: "<mask>" hides a residue
    std::int64_t length = 0; ///< residues
    std::string problem; ///< why this one cannot be asked about, in one sentence; empty when it can
};

/// Reads FASTA, FASTQ or a table with the readers of training; labels are ignored. A sequence that cannot be read fails
/// alone, as long as another one can be; a mistake in the form of the file refuses it. `goOn` is asked now and then;
/// false ends the reading with a Data error.
[[nodiscard]] Result<std::vector<BatchSequence>> readBatch(const std::filesystem::path &path, const Alphabet &alphabet,
                                                           const std::function<bool()> &goOn);

} // namespace anneal
