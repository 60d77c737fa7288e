// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tablerows.h"

#include <algorithm>

namespace anneal {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The first line that is not blank; with `skipRemarks`, nor begins with '#' or ';'.
std::string_view firstLine(std::string_view head, bool skipRemarks)
{
    if (head.starts_with(kByteOrderMark))
        head.remove_prefix(kByteOrderMark.size());
    while (!head.empty()) {
        const std::size_t end = std::min(head.find_first_of("\r\n"), head.size());
        const std::string_view line = trimmedBlanks(head.substr(0, end));
        if (!line.empty() && !(skipRemarks && (line[0] == '#' || line[0] == ';')))
            return line;
        head.remove_prefix(std::min(head.size(), end + 1));
    }
    return {};
}

} // namespace

std::string_view trimmedBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string lowerCased(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
        return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
    });
    return lower;
}

Result<std::unique_ptr<RowSource>> openRows(TextInput &input, RowFormat format, const ReadOptions &options)
{
    return format == RowFormat::JsonLines ? openJsonLines(input, options) : openDelimited(input, options);
}

std::string_view separatorName(char separator)
{
    switch (separator) {
    case '\t':
        return "tabs";
    case ';':
        return "semicolons";
    case '|':
        return "bars";
    default:
        return "commas";
    }
}

bool hasSeparators(std::string_view head)
{
    const std::string_view line = firstLine(head, false);
    const bool isOther = line.starts_with('(') || line.starts_with('<'); // a tree, a page
    return !isOther && line.find_first_of("\t,;|") != std::string_view::npos;
}

Result<RowFormat> recogniseRows(const TextInput &input)
{
    const std::string_view line = firstLine(input.head(), true);
    if (line.starts_with('>') || line.starts_with('@'))
        return RowFormat::Sequences;
    if (line.starts_with('{'))
        return RowFormat::JsonLines;
    if (line.starts_with('['))
        return dataError(input.path(), 1,
                         "This is one JSON array, not one object per line; write each object on a line of its own, for "
                         "example with jq -c '.[]'.");
    return RowFormat::Delimited;
}

} // namespace anneal
