// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bio/labelleddata.h"

namespace anneal {

/// A row as it will be read. Text of cells that the file does not have is empty.
struct PreviewRow {
    std::int64_t line = 0;
    std::string id;
    std::string sequence; ///< its beginning, kPreviewLetters at most
    std::int64_t letters = 0; ///< of the whole cell
    std::string label; ///< beginning
    std::string split;
    std::string weight;
};

inline constexpr std::size_t kPreviewLetters = 200;

/// The beginning of a file of data, and how it is understood.
struct TablePreview {
    std::string format; ///< for people: "table separated by commas", "FASTA"
    std::vector<std::string> columns; ///< names in the file; empty for sequences without labels
    ColumnMap used; ///< the column of each role; empty = none
    LabelKind kind = LabelKind::None;
    std::vector<PreviewRow> rows;
    /// Why the file cannot be read so, though its columns are known and others may be chosen.
    std::optional<Error> problem;
    std::vector<ReadWarning> warnings; ///< guesses to confirm
    std::vector<ReadWarning> notes;
};

/// The first `count` rows as readLabelled() or readSequences() will take them. Reads about 1 MiB of the file, never all
/// of it, so what further rows say (other labels, errors) is not known. An error means that not even columns are known.
[[nodiscard]] Result<TablePreview> previewTable(const std::filesystem::path &path, const Alphabet &alphabet,
                                                const LabelRequest &request, std::size_t count);

} // namespace anneal
