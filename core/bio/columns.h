// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "bio/alphabet.h"
#include "bio/labels.h"
#include "bio/tablerows.h"

namespace anneal {

/// In place of a column's name: use none, and do not guess one.
inline constexpr std::string_view kNoColumn = "-";

/// Which column means what, by its name in the file (either case); empty = guessed.
struct ColumnMap {
    std::string sequence, label, split, weight, id;
};

/// What is to be read from a table beside its sequences.
struct LabelRequest {
    std::optional<LabelKind> kind = LabelKind::None; ///< nothing = as the label column looks
    ColumnMap columns;
    std::string separator; ///< between the classes of one record; empty = guessed
    bool mergeSpellings = false; ///< labels that differ in case, or as 1 and 1.0, are one class
    std::string wildType; ///< FASTA that a table of mutants changes; empty = wild_type.fasta beside the table
};

/// Whether something is to be read beside sequences, so that headers of FASTA are looked into.
[[nodiscard]] bool wantsColumns(const LabelRequest &request);

/// The columns that were chosen, as indices, and what is to be said of the choice.
struct ColumnChoice {
    std::optional<std::size_t> sequence;
    std::optional<std::size_t> mutant; ///< changes of a wild type, in place of a sequence
    std::optional<std::size_t> label;
    std::optional<std::size_t> split;
    std::optional<std::size_t> weight;
    std::optional<std::size_t> id;
    LabelKind kind = LabelKind::None;
    std::vector<ReadWarning> warnings; ///< choices that a person should confirm
    std::vector<ReadWarning> notes; ///< facts: what was taken, what is not used
};

/// Columns by name where the map has one, else by usual names, else by what stands in them.
/// `rows`: the first rows (about a hundred) with a cell for each name; `headerLine`: where the names stand.
/// Data error when no column can be the sequence, or the label that is asked for; Config error ("data.label_column")
/// for a name in the map that the table does not have.
[[nodiscard]] Result<ColumnChoice> chooseColumns(const std::vector<std::string> &names,
                                                 const std::vector<TableRow> &rows, const LabelRequest &request,
                                                 const Alphabet &alphabet, const TextInput &input,
                                                 std::int64_t headerLine);

/// As which kind of label some cells are best read. `residues`: length of each row's sequence, 0 = not known.
[[nodiscard]] LabelKind guessKind(const std::vector<std::string> &cells, const std::vector<std::size_t> &residues,
                                  const std::string &separator);

/// Words for "there is no label": empty, NA, N/A, NaN, null, ?
[[nodiscard]] bool isMissingWord(std::string_view cell);

} // namespace anneal
