// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tablepreview.h"

#include <algorithm>
#include <optional>

#include "bio/headerfields.h"
#include "bio/labelledreader.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

std::string beginning(std::string_view text)
{
    text = text.substr(0, kPreviewLetters);
    text.remove_suffix(incompleteTail(text));
    return displayText(text);
}

std::string shownCell(const TableRow &row, std::optional<std::size_t> column)
{
    std::string text = column ? row.cell(*column) : std::string();
    std::replace(text.begin(), text.end(), kListSeparator, ' ');
    return beginning(text);
}

std::string nameOf(const RowSource &rows, std::optional<std::size_t> column)
{
    return column ? rows.names()[*column] : std::string();
}

Result<TablePreview> previewRows(TextInput &input, RowSource &rows, const Alphabet &alphabet,
                                 const LabelRequest &request, std::size_t count)
{
    LabelledReader reader(input, alphabet, request);
    TablePreview preview;
    preview.format = rows.format();
    preview.columns = rows.names();
    if (auto begun = reader.begin(rows); !begun) {
        preview.problem = begun.error();
        return preview;
    }
    const ColumnChoice &columns = reader.columns();
    const auto letters = columns.sequence ? columns.sequence : columns.mutant;
    preview.used = {nameOf(rows, letters), nameOf(rows, columns.label), nameOf(rows, columns.split),
                    nameOf(rows, columns.weight), nameOf(rows, columns.id)};
    preview.kind = columns.kind;
    preview.warnings = columns.warnings;
    preview.notes = columns.notes;
    TableRow row;
    while (preview.rows.size() < count) {
        const auto more = reader.nextRow(row);
        if (!more || !*more)
            break; // begin() has said what is wrong with the first rows
        const auto sequence = reader.lettersOf(row);
        if (!sequence) {
            preview.problem = sequence.error();
            break;
        }
        const std::string text = sequence->value_or(std::string());
        preview.rows.push_back({row.line, shownCell(row, columns.id ? columns.id : columns.mutant), beginning(text),
                                static_cast<std::int64_t>(text.size()), shownCell(row, columns.label),
                                shownCell(row, columns.split), shownCell(row, columns.weight)});
    }
    return preview;
}

/// Sequences without labels.
TablePreview previewSequences(const SequenceSet &set, std::size_t count)
{
    TablePreview preview;
    for (std::size_t i = 0; i < std::min(count, set.size()); ++i) {
        const std::size_t shown = std::min(set.length(i), kPreviewLetters);
        PreviewRow row;
        row.line = static_cast<std::int64_t>(set.lines[i]);
        row.id = set.name(i);
        row.sequence = set.alphabet->decode(set.sequence(i), shown);
        row.letters = static_cast<std::int64_t>(set.length(i));
        preview.rows.push_back(std::move(row));
    }
    return preview;
}

/// The header columns are of use only when labels are wanted or columns named.
Result<TablePreview> previewHeaders(TextInput &input, const SequenceSet &set, const Alphabet &alphabet,
                                    const LabelRequest &request, std::size_t count)
{
    const bool isFastq = input.head().find('@') < input.head().find('>');
    TablePreview plain = previewSequences(set, count);
    plain.format = isFastq ? "FASTQ" : "FASTA";
    if (!wantsColumns(request))
        return plain;
    const auto rows = openHeaders(set, LabelledReader::kRowsToGuessBy);
    auto preview = previewRows(input, *rows, alphabet, request, count);
    if (!preview)
        return preview;
    for (std::size_t i = 0; i < preview->rows.size(); ++i) {
        preview->rows[i].sequence = plain.rows[i].sequence;
        preview->rows[i].letters = plain.rows[i].letters;
    }
    preview->format = plain.format + ", labels in the headers";
    return preview;
}

} // namespace

Result<TablePreview> previewTable(const std::filesystem::path &path, const Alphabet &alphabet,
                                  const LabelRequest &request, std::size_t count)
{
    ReadOptions options;
    options.beginningOnly = true;
    options.headers = true;
    if (!needsLabelReader(path, request)) {
        const auto set = readSequences(path, alphabet, options);
        if (!set)
            return Failure(set.error());
        auto input = TextInput::open(path);
        return input ? previewHeaders(*input, *set, alphabet, request, count) : Failure(input.error());
    }
    auto input = TextInput::open(path, FileUse::Table);
    if (!input)
        return Failure(input.error());
    const auto format = recogniseRows(*input);
    if (!format)
        return Failure(format.error());
    if (*format == RowFormat::Sequences) {
        const auto set = readSequences(path, alphabet, options);
        return set ? previewHeaders(*input, *set, alphabet, request, count) : Failure(set.error());
    }
    const auto rows = openRows(*input, *format, options);
    return rows ? previewRows(*input, **rows, alphabet, request, count) : Failure(rows.error());
}

} // namespace anneal
