// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/labelledreader.h"

#include <algorithm>

#include <fmt/format.h>

#include "bio/cellsequences.h"
#include "bio/duplicates.h"
#include "bio/labelchecks.h"
#include "bio/numbertext.h"
#include "bio/plausibility.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::size_t kMostNamed = 3;

std::string_view typeName(CellType type)
{
    switch (type) {
    case CellType::Missing:
        return "missing";
    case CellType::Number:
        return "a number";
    case CellType::Boolean:
        return "true or false";
    case CellType::List:
        return "a list";
    case CellType::Object:
        return "an object";
    case CellType::Text:
        break;
    }
    return "text";
}

void append(std::vector<ReadWarning> &to, const std::vector<ReadWarning> &from)
{
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

void LeftOut::add(std::int64_t line, std::string_view cell)
{
    ++m_count;
    if (m_first.size() < kMostNamed)
        m_first.push_back({{}, cell.empty() ? "empty" : fmt::format("'{}'", displayText(cell)), line, 1});
}

void LeftOut::report(const char *kind, std::string_view lack, std::int64_t rows, const std::string &fileName,
                     std::vector<ReadWarning> &warnings) const
{
    if (m_count == 0)
        return;
    std::vector<std::string> named;
    for (const ReadWarning &one : m_first)
        named.push_back(fmt::format("line {} ({})", one.line, one.message));
    warnings.push_back(
        {kind,
         fmt::format("{}: {} of {} rows {} {} and {} left out: {}{}.", fileName, m_count, rows,
                     m_count == 1 ? "has" : "have", lack, m_count == 1 ? "is" : "are", fmt::join(named, ", "),
                     m_count > static_cast<std::int64_t>(named.size()) ? ", …" : ""),
         m_first.front().line, m_count});
}

LabelledReader::LabelledReader(TextInput &input, const Alphabet &alphabet, const LabelRequest &request)
    : m_input(input)
    , m_alphabet(alphabet)
    , m_request(request)
{
    m_data.sequences.alphabet = &alphabet;
}

Result<void> LabelledReader::begin(RowSource &rows)
{
    m_rows = &rows;
    std::optional<Error> stopped; // a fault further down does not keep the columns from being found
    while (m_looked.size() < kRowsToGuessBy && !stopped) {
        TableRow row;
        const auto more = rows.next(row);
        if (!more)
            stopped = more.error();
        else if (!*more)
            break;
        else
            m_looked.push_back(std::move(row));
    }
    auto columns = chooseColumns(rows.names(), m_looked, m_request, m_alphabet, m_input, rows.headerLine());
    if (!columns)
        return Failure(columns.error());
    if (stopped)
        return Failure(*stopped);
    if (m_looked.empty()) {
        return dataError(m_input.path(), rows.headerLine(),
                         fmt::format("The table has no rows after line {}; choose another file.", rows.headerLine()));
    }
    m_columns = std::move(*columns);
    m_label = makeLabelColumn(m_columns.kind, m_request, m_input);
    if (!m_columns.mutant)
        return {};
    auto builder = MutantBuilder::open(m_request, m_alphabet, m_input.path());
    if (!builder)
        return Failure(builder.error());
    m_mutants = std::move(*builder);
    return {};
}

Result<bool> LabelledReader::nextRow(TableRow &row)
{
    if (m_next < m_looked.size()) {
        row = m_looked[m_next++];
        ++m_data.rows;
        return true;
    }
    const auto more = m_rows->next(row);
    m_data.rows += more && *more ? 1 : 0;
    return more;
}

bool LabelledReader::lacksLabel(const TableRow &row)
{
    if (!m_label || !m_label->isMissing(row.cell(*m_columns.label)))
        return false;
    m_noLabel.add(row.line, row.cell(*m_columns.label));
    return true;
}

Result<std::optional<std::string>> LabelledReader::lettersOf(const TableRow &row)
{
    if (m_mutants) {
        auto letters = m_mutants->build(row.cell(*m_columns.mutant), row.line);
        if (letters)
            return letters;
        Error error = letters.error();
        if (error.message.back() != '.')
            error.message += mutantAdvice() + ".";
        return Failure(error);
    }
    const std::size_t column = *m_columns.sequence;
    if (row.types[column] != CellType::Text && row.types[column] != CellType::Missing) {
        return dataError(m_input.path(), row.line,
                         fmt::format("'{}' at line {} is {}, not text; write the sequence as a string.",
                                     m_rows->names()[column], row.line, typeName(row.types[column])));
    }
    if (!row.cell(column).empty())
        return std::optional(row.cell(column));
    m_noSequence.add(row.line, {});
    return std::optional<std::string>();
}

std::string LabelledReader::mutantAdvice()
{
    return m_mutants->advice([this]() -> std::optional<std::string> {
        TableRow row;
        const auto more = nextRow(row);
        return more && *more ? std::optional(row.cell(*m_columns.mutant)) : std::nullopt;
    });
}

Result<void> LabelledReader::addSequence(const TableRow &row, CellSequences &sequences)
{
    const auto letters = lettersOf(row);
    if (!letters || !*letters)
        return letters ? Result<void>{} : Failure(letters.error());
    const std::size_t column = m_columns.sequence.value_or(m_columns.mutant.value_or(0));
    const auto nameColumn = m_columns.id ? m_columns.id : m_columns.mutant;
    const auto kept =
        sequences.add(nameColumn ? row.cell(*nameColumn) : std::string(), **letters, row.line, row.places[column]);
    if (!kept || !*kept)
        return kept ? Result<void>{} : Failure(kept.error());
    if (!sequences.fits())
        return dataError(m_input.path(), 0, "The names are longer than 4 GB in all; shorten them.");
    return addLabels(row, sequences.name(), m_data.sequences.length(m_data.sequences.size() - 1));
}

Result<void> LabelledReader::addLabels(const TableRow &row, std::string_view name, std::size_t residues)
{
    if (m_label) {
        if (auto added = m_label->add(row.cell(*m_columns.label), {row.line, name}, residues); !added)
            return added;
    }
    if (auto added = addPart(row); !added)
        return added;
    return addWeight(row);
}

Result<void> LabelledReader::addPart(const TableRow &row)
{
    if (!m_columns.split)
        return {};
    const std::string &word = row.cell(*m_columns.split);
    const auto part = partFromWord(word);
    if (!part) {
        return dataError(m_input.path(), row.line,
                         fmt::format("Split '{}' at line {} is not a known part; write train, validation (valid, val, "
                                     "dev) or test, or name another column as data.split_column.",
                                     displayText(word), row.line));
    }
    m_data.parts.push_back(*part);
    return {};
}

Result<void> LabelledReader::addWeight(const TableRow &row)
{
    if (!m_columns.weight)
        return {};
    const std::string &cell = row.cell(*m_columns.weight);
    const auto weight = numberIn(cell, NumberStyle::Plain);
    if (!weight || !(*weight > 0)) {
        return dataError(
            m_input.path(), row.line,
            fmt::format("Weight '{}' at line {} is not a number above 0; correct it, or leave the row out.",
                        displayText(cell), row.line));
    }
    m_data.weights.push_back(static_cast<float>(*weight));
    return {};
}

Result<LabelledSet> LabelledReader::readCells()
{
    Findings findings;
    CellSequences sequences(m_data.sequences, findings, m_input.path());
    TableRow row;
    while (true) {
        const auto more = nextRow(row);
        if (!more)
            return Failure(more.error());
        if (!*more)
            break;
        if (lacksLabel(row))
            continue;
        if (auto added = addSequence(row, sequences); !added)
            return Failure(added.error());
    }
    if (auto finished = finishSequences(findings); !finished)
        return Failure(finished.error());
    return finish();
}

Result<LabelledSet> LabelledReader::readBeside(SequenceSet set)
{
    m_data.sequences = std::move(set);
    SequenceSet &sequences = m_data.sequences;
    std::vector<std::uint32_t> kept;
    TableRow row;
    for (std::uint32_t i = 0; i < sequences.size(); ++i) {
        const auto more = nextRow(row);
        if (!more)
            return Failure(more.error());
        if (lacksLabel(row))
            continue;
        if (auto added = addLabels(row, sequences.name(i), sequences.length(i)); !added)
            return Failure(added.error());
        kept.push_back(i);
    }
    if (kept.size() < sequences.size())
        keepRecords(sequences, kept);
    m_rows = nullptr; // its headers go now
    sequences.headers.clear();
    sequences.keepsHeaders = false;
    return finish();
}

/// What is to be said of the sequences of a table, as readSequences() says it of a file of sequences.
Result<void> LabelledReader::finishSequences(const Findings &findings)
{
    SequenceSet &set = m_data.sequences;
    set.fileHash = m_input.storedHash();
    if (set.size() == 0) {
        return dataError(m_input.path(), 0,
                         fmt::format("None of the {} rows can be used: each lacks a sequence or a label; choose other "
                                     "columns, or another file.",
                                     m_data.rows));
    }
    append(set.warnings, m_input.warnings());
    append(set.warnings, findings.warnings(m_input.name(), set.size()));
    if (auto plausible = checkPlausible(set, m_input.name(), m_input.path(), 0); !plausible)
        return plausible;
    reportDuplicateIds(set, m_input.name());
    addNotes(set, m_input.name(), findings);
    return {};
}

Result<LabelledSet> LabelledReader::finish()
{
    SequenceSet &set = m_data.sequences;
    const std::string &name = m_input.name();
    append(set.warnings, m_columns.warnings);
    append(set.notes, m_columns.notes);
    m_noLabel.report("no_label", m_label ? m_label->missingText() : "no label", m_data.rows, name, set.warnings);
    m_noSequence.report("no_sequence", "an empty sequence", m_data.rows, name, set.warnings);
    if (m_mutants) {
        m_mutants->report(name, set.warnings, set.notes);
        m_data.wildTypeHash = m_mutants->hash();
    }
    if (m_label) {
        auto labels = m_label->finish(set.warnings, set.notes);
        if (!labels)
            return Failure(labels.error());
        m_data.labels = std::move(*labels);
    }
    const std::size_t before = set.warnings.size();
    warnOfConflicts(m_data, name);
    warnOfLeaks(m_data, name);
    const bool said = set.warnings.size() > before || !m_data.parts.empty();
    if (m_rows)
        reportDuplicateSequences(set, name, said);
    std::vector<std::uint32_t> train;
    for (std::uint32_t i = 0; i < m_data.parts.size(); ++i) {
        if (m_data.parts[i] == Part::Train)
            train.push_back(i);
    }
    if (!m_data.parts.empty())
        append(set.warnings, classesNotInTrain(set, m_data.labels, train, name));
    warnOfNoValidation(m_data, name);
    warnOfDates(set, name);
    return std::move(m_data);
}

} // namespace anneal
