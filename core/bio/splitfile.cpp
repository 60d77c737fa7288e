// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/splitfile.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bio/bytesource.h"
#include "bio/foreignformat.h"
#include "bio/gzipsource.h"
#include "bio/lettertable.h"
#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    text = text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    return text;
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

std::vector<std::string_view> fieldsOf(std::string_view line, char separator)
{
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t end = separator == ' ' ? line.find_first_of(kBlanks) : line.find(separator);
        fields.push_back(trimmed(line.substr(0, end)));
        if (end == std::string_view::npos)
            return fields;
        line.remove_prefix(end + 1);
        if (separator == ' ')
            line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    }
}

char separatorOf(std::string_view line)
{
    for (const char separator : {'\t', ',', ';'}) {
        if (line.find(separator) != std::string_view::npos)
            return separator;
    }
    return ' ';
}

Result<std::string> readText(const std::filesystem::path &path)
{
    auto file = FileSource::open(path);
    if (!file)
        return Failure(file.error());
    const std::string name = displayPath(path);
    std::string text;
    while (true) {
        const auto block = (*file)->next();
        if (!block)
            return Failure(block.error());
        if (block->empty())
            break;
        text += *block;
    }
    if (const auto wide = recogniseWideText(std::string_view(text).substr(0, 512)))
        return dataError(name, 0, wide->sentence);
    if (isGzip(text) || text.find('\0') != std::string::npos)
        return dataError(name, 0, "This is not a table in plain text; the split file has the columns id and split.");
    if (text.starts_with(kByteOrderMark))
        text.erase(0, kByteOrderMark.size());
    return text;
}

class SplitReader
{
public:
    explicit SplitReader(std::string path)
        : m_path(std::move(path))
    {
    }

    Result<void> readLine(std::string_view line, std::int64_t number)
    {
        const std::string_view content = trimmed(line);
        if (content.empty() || content.front() == '#')
            return {};
        if (m_separator == '\0') {
            m_separator = separatorOf(content);
            const auto isHeader = readHeader(fieldsOf(line, m_separator), number);
            if (!isHeader || *isHeader)
                return isHeader ? Result<void>{} : Failure(isHeader.error());
        }
        return readRow(fieldsOf(m_separator == ' ' ? content : line, m_separator), number);
    }

    std::vector<SplitRow> rows;

private:
    /// Whether the first line names columns; a Data error when it neither names them nor is a row.
    Result<bool> readHeader(const std::vector<std::string_view> &fields, std::int64_t number)
    {
        std::vector<std::string> names;
        std::transform(fields.begin(), fields.end(), std::back_inserter(names), lowerCase);
        const auto id = std::find(names.begin(), names.end(), "id");
        const auto split = std::find(names.begin(), names.end(), "split");
        if (id != names.end() && split != names.end()) {
            m_idColumn = static_cast<std::size_t>(id - names.begin());
            m_splitColumn = static_cast<std::size_t>(split - names.begin());
            return true;
        }
        if (fields.size() >= 2 && (partFromWord(fields[1]) || id == names.end()))
            return false;
        return dataError(m_path, number,
                         fmt::format("The split file needs the columns id and split; line {} has: {}.", number,
                                     displayText(fmt::format("{}", fmt::join(names, ", ")))));
    }

    Result<void> readRow(const std::vector<std::string_view> &fields, std::int64_t number)
    {
        if (fields.size() <= std::max(m_idColumn, m_splitColumn)) {
            return dataError(m_path, number,
                             fmt::format("Line {} has {} where the columns id and split are needed; complete it.",
                                         number,
                                         fields.size() == 1 ? "1 field" : fmt::format("{} fields", fields.size())));
        }
        const std::string_view word = fields[m_splitColumn];
        const auto part = partFromWord(word);
        if (!part) {
            return dataError(
                m_path, number,
                fmt::format("Split '{}' at line {} is not a known part; write train, validation (valid, val, dev) "
                            "or test.",
                            displayText(word), number));
        }
        rows.push_back({displayText(fields[m_idColumn]), *part, number});
        return {};
    }

    std::string m_path;
    char m_separator = '\0';
    std::size_t m_idColumn = 0;
    std::size_t m_splitColumn = 1;
};

} // namespace

std::optional<Part> partFromWord(std::string_view text)
{
    const std::string word = lowerCase(text);
    if (word == "train" || word == "training")
        return Part::Train;
    if (word == "valid" || word == "validation" || word == "val" || word == "dev")
        return Part::Validation;
    if (word == "test" || word == "testing")
        return Part::Test;
    return std::nullopt;
}

Result<std::vector<SplitRow>> readSplitFile(const std::filesystem::path &path)
{
    const auto text = readText(path);
    if (!text)
        return Failure(text.error());
    SplitReader reader(displayPath(path));
    std::string_view rest = *text;
    for (std::int64_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        if (auto read = reader.readLine(rest.substr(0, end), number); !read)
            return Failure(read.error());
        rest.remove_prefix(std::min(rest.size(), end + (rest.substr(end, 2) == "\r\n" ? 2 : 1)));
    }
    if (reader.rows.empty())
        return dataError(displayPath(path), 0,
                         "The split file has no rows; write one line 'id<tab>split' for each held-out sequence.");
    return std::move(reader.rows);
}

} // namespace anneal
