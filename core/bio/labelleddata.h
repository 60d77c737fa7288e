// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "bio/columns.h"
#include "bio/labels.h"
#include "bio/sequencefile.h"
#include "bio/splitfile.h"

namespace anneal {

/// Sequences with what a table (or their headers) says of them, record for record.
struct LabelledSet {
    SequenceSet sequences; ///< its warnings and notes are those of labels and columns too
    Labels labels;
    std::vector<float> weights; ///< above 0; empty = every record counts the same
    std::vector<Part> parts; ///< empty = no split column
    std::int64_t rows = 0; ///< read, those left out included
    std::uint64_t wildTypeHash = 0; ///< of the second file of a table of mutants
};

/// Reads CSV, TSV or JSON lines (with or without labels), or FASTA and FASTQ with labels in their headers; plain, gzip
/// or bgzip. A row without a label, a sequence, or with a stop in place of a residue is left out, counted and named.
/// Data error in one sentence naming file and line when reading would lose or change data silently; Config error when
/// the request names a column that is not there. The verdicts are those of tests/data/hostile/expected.tsv.
[[nodiscard]] Result<LabelledSet> readLabelled(const std::filesystem::path &path, const Alphabet &alphabet,
                                               const LabelRequest &request, const ReadOptions &options = {});

/// Whether readLabelled() and not readSequences() is the reader of a file: it is a table or JSON, or labels, parts or
/// weights are wanted. What cannot be opened is left to readSequences(), which says why.
[[nodiscard]] bool needsLabelReader(const std::filesystem::path &path, const LabelRequest &request);

/// Removes all records but the given ones (ascending).
void keepRecords(SequenceSet &set, const std::vector<std::uint32_t> &records);

} // namespace anneal
