// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/textinput.h"

namespace anneal {

/// What a cell was in the file. All cells of CSV and TSV are text.
enum class CellType : std::uint8_t { Text, Missing, Number, Boolean, List, Object };

/// Between the elements of a list from JSON.
inline constexpr char kListSeparator = '\x1F';

/// One row: a cell for each column of the source, without the blanks around it.
struct TableRow {
    std::int64_t line = 0; ///< where it begins, 1-based
    std::vector<std::string> cells;
    std::vector<CellType> types;
    std::vector<Place> places; ///< where the text of each cell begins; of JSON only the line

    [[nodiscard]] const std::string &cell(std::size_t column) const { return cells[column]; }
};

/// Rows of a table, one after the other.
class RowSource
{
public:
    RowSource() = default;
    virtual ~RowSource() = default;
    RowSource(const RowSource &) = delete;
    RowSource &operator=(const RowSource &) = delete;

    /// Column names, as the file has them.
    [[nodiscard]] const std::vector<std::string> &names() const { return m_names; }
    /// Line of the names, or of the first row.
    [[nodiscard]] std::int64_t headerLine() const { return m_headerLine; }
    /// For people: "table separated by commas", "JSON lines", "FASTA".
    [[nodiscard]] virtual std::string format() const = 0;
    /// False at the end. Data error in one sentence naming the line.
    [[nodiscard]] virtual Result<bool> next(TableRow &row) = 0;

protected:
    std::vector<std::string> m_names;
    std::int64_t m_headerLine = 1;
};

/// How rows lie in a text.
enum class RowFormat { Delimited, JsonLines, Sequences };

/// By the first characters: '{' begins JSON lines, '>' and '@' begin sequences, which are no table; the rest is
/// separated text. Data error for one JSON array.
[[nodiscard]] Result<RowFormat> recogniseRows(const TextInput &input);

/// Whether the first line of a text that is neither JSON nor sequences has a separator, so that it may be a table.
[[nodiscard]] bool hasSeparators(std::string_view head);

/// RFC 4180, with tabs, commas, semicolons or bars between the fields (the one that the first line has most of, or a
/// line "sep=;" names). Blank lines and unnamed empty columns at the end are ignored; a row of another width is an
/// error.
[[nodiscard]] Result<std::unique_ptr<RowSource>> openDelimited(TextInput &input, const ReadOptions &options);

/// One JSON object a line. The columns are the names that the first hundred rows have.
[[nodiscard]] Result<std::unique_ptr<RowSource>> openJsonLines(TextInput &input, const ReadOptions &options);

/// Whichever of the two it is; sequences are none.
[[nodiscard]] Result<std::unique_ptr<RowSource>> openRows(TextInput &input, RowFormat format,
                                                          const ReadOptions &options);

/// The name of a separator in a message: "commas", "tabs", …
[[nodiscard]] std::string_view separatorName(char separator);

[[nodiscard]] std::string_view trimmedBlanks(std::string_view text);
[[nodiscard]] std::string lowerCased(std::string_view text);

} // namespace anneal
