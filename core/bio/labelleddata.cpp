// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/labelleddata.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "bio/duplicates.h"
#include "bio/headerfields.h"
#include "bio/labelledreader.h"
#include "bio/plausibility.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

Result<LabelledSet> readTable(TextInput &input, RowSource &rows, const Alphabet &alphabet, const LabelRequest &request)
{
    LabelledReader reader(input, alphabet, request);
    if (auto begun = reader.begin(rows); !begun)
        return Failure(begun.error());
    return reader.readCells();
}

Result<LabelledSet> readHeaders(TextInput &input, const std::filesystem::path &path, const Alphabet &alphabet,
                                const LabelRequest &request, ReadOptions options)
{
    options.headers = true;
    auto set = readSequences(path, alphabet, options);
    if (!set)
        return Failure(set.error());
    const auto rows = openHeaders(*set, LabelledReader::kRowsToGuessBy);
    LabelledReader reader(input, alphabet, request);
    if (auto begun = reader.begin(*rows); !begun)
        return Failure(begun.error());
    return reader.readBeside(std::move(*set));
}

Result<LabelledSet> readAny(const std::filesystem::path &path, const Alphabet &alphabet, const LabelRequest &request,
                            const ReadOptions &options)
{
    auto input = TextInput::open(path, FileUse::Table);
    if (!input)
        return Failure(input.error());
    const auto format = recogniseRows(*input);
    if (!format)
        return Failure(format.error());
    if (*format == RowFormat::Sequences)
        return readHeaders(*input, path, alphabet, request, options);
    const auto rows = openRows(*input, *format, options);
    if (!rows)
        return Failure(rows.error());
    return readTable(*input, **rows, alphabet, request);
}

template <typename Value, typename Offset>
void keepParts(Value &values, std::vector<Offset> &offsets, const std::vector<std::uint32_t> &records)
{
    Value kept;
    std::vector<Offset> keptOffsets{0};
    for (const std::uint32_t i : records) {
        kept.insert(kept.end(), values.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                    values.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
        keptOffsets.push_back(static_cast<Offset>(kept.size()));
    }
    values = std::move(kept);
    offsets = std::move(keptOffsets);
}

} // namespace

Result<LabelledSet> readLabelled(const std::filesystem::path &path, const Alphabet &alphabet,
                                 const LabelRequest &request, const ReadOptions &options)
{
    try {
        return readAny(path, alphabet, request, options);
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::OutOfMemory,
                    "There is not enough memory to read this file; use a smaller file or a larger machine.",
                    displayPath(path));
    }
}

bool needsLabelReader(const std::filesystem::path &path, const LabelRequest &request)
{
    if (wantsColumns(request))
        return true;
    const auto input = TextInput::open(path, FileUse::Table);
    if (!input)
        return false;
    const auto format = recogniseRows(*input);
    if (!format || *format == RowFormat::JsonLines)
        return true;
    return *format == RowFormat::Delimited && hasSeparators(input->head());
}

void keepRecords(SequenceSet &set, const std::vector<std::uint32_t> &records)
{
    std::vector<std::uint64_t> lines;
    std::vector<std::string> headers;
    for (const std::uint32_t i : records) {
        lines.push_back(set.lines[i]);
        if (set.keepsHeaders)
            headers.push_back(std::move(set.headers[i]));
    }
    keepParts(set.tokens, set.offsets, records);
    keepParts(set.names, set.nameOffsets, records);
    set.lines = std::move(lines);
    set.headers = std::move(headers);
}

} // namespace anneal
