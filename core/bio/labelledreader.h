// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bio/findings.h"
#include "bio/labelcolumn.h"
#include "bio/labelleddata.h"
#include "bio/mutants.h"

namespace anneal {

class CellSequences;

/// Rows that are left out for one reason.
class LeftOut
{
public:
    void add(std::int64_t line, std::string_view cell);
    /// "3 of 6 rows have no label and are left out: line 3 (empty), line 5 ('NA')."
    void report(const char *kind, std::string_view lack, std::int64_t rows, const std::string &fileName,
                std::vector<ReadWarning> &warnings) const;

private:
    std::vector<ReadWarning> m_first; ///< three of them: line and cell
    std::int64_t m_count = 0;
};

/// One reading of a table, or of the headers of sequences: chooses the columns, then goes row by row.
class LabelledReader
{
public:
    static constexpr std::size_t kRowsToGuessBy = 100;

    /// All must outlive the reader.
    LabelledReader(TextInput &input, const Alphabet &alphabet, const LabelRequest &request);

    /// Looks at the first rows and chooses the columns.
    [[nodiscard]] Result<void> begin(RowSource &rows);
    [[nodiscard]] const ColumnChoice &columns() const { return m_columns; }

    /// The sequences stand in the rows.
    [[nodiscard]] Result<LabelledSet> readCells();
    /// The sequences are read already; the rows say more of each.
    [[nodiscard]] Result<LabelledSet> readBeside(SequenceSet set);

    /// The next row, from the first on; false at the end.
    [[nodiscard]] Result<bool> nextRow(TableRow &row);
    /// The letters of a row's sequence, rebuilt for a mutant; nothing when the row has none and is left out.
    [[nodiscard]] Result<std::optional<std::string>> lettersOf(const TableRow &row);

private:
    [[nodiscard]] std::string mutantAdvice();
    [[nodiscard]] bool lacksLabel(const TableRow &row);
    [[nodiscard]] Result<void> addSequence(const TableRow &row, CellSequences &sequences);
    [[nodiscard]] Result<void> addLabels(const TableRow &row, std::string_view name, std::size_t residues);
    [[nodiscard]] Result<void> addPart(const TableRow &row);
    [[nodiscard]] Result<void> addWeight(const TableRow &row);
    [[nodiscard]] Result<LabelledSet> finish();
    [[nodiscard]] Result<void> finishSequences(const Findings &findings);

    TextInput &m_input;
    const Alphabet &m_alphabet;
    const LabelRequest &m_request;
    RowSource *m_rows = nullptr;
    std::vector<TableRow> m_looked;
    std::size_t m_next = 0; ///< of the looked-at rows
    ColumnChoice m_columns;
    std::unique_ptr<LabelColumn> m_label;
    std::optional<MutantBuilder> m_mutants;
    LeftOut m_noLabel;
    LeftOut m_noSequence;
    LabelledSet m_data;
};

} // namespace anneal
