// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bio/tablerows.h"
#include "bio/textstream.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::string_view kSeparators = "\t,;|";

/// The separator that a line has most of, outside of quotes.
char separatorOf(std::string_view line)
{
    std::array<std::size_t, 4> counts{};
    bool quoted = false;
    for (const char c : line) {
        quoted = quoted != (c == '"');
        if (const std::size_t which = kSeparators.find(c); !quoted && which != std::string_view::npos)
            ++counts[which];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return *most == 0 ? ',' : kSeparators[static_cast<std::size_t>(most - counts.begin())];
}

/// "sep=;": how spreadsheets say what they separate with.
char namedSeparator(std::string_view line)
{
    const std::string lower = lowerCased(trimmedBlanks(line));
    return lower.size() == 5 && lower.starts_with("sep=") ? lower[4] : '\0';
}

bool isBlank(const TableRow &row)
{
    return std::all_of(row.cells.begin(), row.cells.end(), [](const std::string &cell) { return cell.empty(); });
}

bool isDigits(const std::string &text)
{
    return !text.empty() && text.find_first_not_of("-+0123456789") == std::string::npos;
}

std::string fields(std::size_t count)
{
    return count == 1 ? "1 field" : fmt::format("{} fields", count);
}

class DelimitedRows : public RowSource
{
public:
    DelimitedRows(TextInput &input, const ReadOptions &options)
        : m_path(input.path())
        , m_stream(input, options)
        , m_head(input.head())
    {
    }

    Result<void> readHeader();
    std::string format() const override { return fmt::format("table separated by {}", separatorName(m_separator)); }
    Result<bool> next(TableRow &row) override;

private:
    enum class Ended { Cell, Line, Text };

    [[nodiscard]] Result<bool> readRecord(TableRow &row);
    [[nodiscard]] Result<Ended> readCell(TableRow &row);
    [[nodiscard]] Result<void> readQuoted(std::string &cell);
    [[nodiscard]] Result<Ended> endCell(std::string cell, Place begin, bool quoted, TableRow &row);
    [[nodiscard]] Result<void> nameColumns(const TableRow &header);
    [[nodiscard]] Result<void> checkWidth(TableRow &row) const;
    [[nodiscard]] Failure widthError(const TableRow &row) const;
    void takeLineEnd();
    void skipBlanks();

    const std::string &m_path;
    TextStream m_stream;
    std::string_view m_head;
    char m_separator = ',';
    std::string m_stops;
};

std::string_view firstText(std::string_view head)
{
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    return line.starts_with("\xEF\xBB\xBF") ? line.substr(3) : line;
}

Result<void> DelimitedRows::readHeader()
{
    m_separator = namedSeparator(firstText(m_head));
    if (m_separator != '\0')
        (void)m_stream.takeLine();
    std::string_view rest = m_head;
    while (m_separator == '\0' && !rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
        if (!trimmedBlanks(rest.substr(0, end)).empty())
            m_separator = separatorOf(rest.substr(0, end));
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    m_stops = {m_separator, '\r', '\n'};
    TableRow header;
    const auto read = readRecord(header);
    if (!read)
        return Failure(read.error());
    if (!*read)
        return dataError(m_path, 0, "The file holds no table; choose another.");
    m_headerLine = header.line;
    return nameColumns(header);
}

Result<void> DelimitedRows::nameColumns(const TableRow &header)
{
    m_names = header.cells;
    while (m_names.size() > 1 && m_names.back().empty())
        m_names.pop_back();
    if (m_names[0].starts_with('#'))
        m_names[0] = trimmedBlanks(std::string_view(m_names[0]).substr(1));
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        m_names[i] = m_names[i].empty() ? fmt::format("column {}", i + 1) : displayText(m_names[i]);
        if (std::find(m_names.begin(), m_names.begin() + static_cast<std::ptrdiff_t>(i), m_names[i])
            != m_names.begin() + static_cast<std::ptrdiff_t>(i)) {
            return dataError(m_path, m_headerLine,
                             fmt::format("Two columns are called '{}' (line {}); give each its own name.", m_names[i],
                                         m_headerLine));
        }
    }
    return {};
}

Result<bool> DelimitedRows::next(TableRow &row)
{
    const auto read = readRecord(row);
    if (!read || !*read)
        return read;
    if (auto sound = checkWidth(row); !sound)
        return Failure(sound.error());
    return true;
}

/// The next record that is not blank.
Result<bool> DelimitedRows::readRecord(TableRow &row)
{
    while (m_stream.peek() != TextStream::kEnd) {
        row.line = m_stream.place().line;
        row.cells.clear();
        row.places.clear();
        Ended ended = Ended::Cell;
        while (ended == Ended::Cell) {
            const auto read = readCell(row);
            if (!read)
                return Failure(read.error());
            ended = *read;
        }
        row.types.assign(row.cells.size(), CellType::Text);
        const bool isCut = ended == Ended::Text && m_stream.isCut();
        if (!isBlank(row) && !isCut && !m_stream.failure())
            return true;
    }
    if (m_stream.failure())
        return Failure(*m_stream.failure());
    return false;
}

Result<DelimitedRows::Ended> DelimitedRows::readCell(TableRow &row)
{
    skipBlanks();
    const Place begin = m_stream.place();
    std::string cell;
    const bool quoted = m_stream.peek() == '"';
    if (quoted) {
        if (auto read = readQuoted(cell); !read)
            return Failure(read.error());
        skipBlanks();
    } else {
        m_stream.takeUntil(m_stops, cell);
    }
    return endCell(std::move(cell), begin, quoted, row);
}

Result<DelimitedRows::Ended> DelimitedRows::endCell(std::string cell, Place begin, bool quoted, TableRow &row)
{
    const int c = m_stream.peek();
    const bool ends = c == TextStream::kEnd || m_stops.find(static_cast<char>(c)) != std::string::npos;
    if (!ends) {
        const std::int64_t line = m_stream.place().line;
        return dataError(
            m_path, line,
            fmt::format("Line {} has text after a closing quote; double the quotes inside a field.", line));
    }
    row.cells.emplace_back(quoted ? std::string_view(cell) : trimmedBlanks(cell));
    row.places.push_back(begin);
    if (c == TextStream::kEnd)
        return Ended::Text;
    if (c == m_separator) {
        m_stream.take();
        return Ended::Cell;
    }
    takeLineEnd();
    return Ended::Line;
}

Result<void> DelimitedRows::readQuoted(std::string &cell)
{
    const std::int64_t line = m_stream.place().line;
    m_stream.take();
    while (true) {
        m_stream.takeUntil("\"", cell);
        if (m_stream.peek() == TextStream::kEnd && m_stream.failure())
            return Failure(*m_stream.failure());
        if (m_stream.peek() == TextStream::kEnd && m_stream.isCut())
            return {};
        if (m_stream.peek() == TextStream::kEnd) {
            return dataError(
                m_path, line,
                fmt::format("The quote that opens a field at line {} is never closed; close it, or leave it out.",
                            line));
        }
        m_stream.take();
        if (m_stream.peek() != '"')
            return {};
        cell += '"';
        m_stream.take();
    }
}

void DelimitedRows::takeLineEnd()
{
    if (m_stream.peek() == '\r')
        m_stream.take();
    if (m_stream.peek() == '\n')
        m_stream.take();
}

void DelimitedRows::skipBlanks()
{
    while ((m_stream.peek() == ' ' || m_stream.peek() == '\t') && m_stream.peek() != m_separator)
        m_stream.take();
}

/// Empty fields beyond the columns do no harm.
Result<void> DelimitedRows::checkWidth(TableRow &row) const
{
    while (row.cells.size() > m_names.size() && row.cells.back().empty())
        row.cells.pop_back();
    if (row.cells.size() != m_names.size())
        return widthError(row);
    row.places.resize(row.cells.size());
    row.types.resize(row.cells.size());
    return {};
}

Failure DelimitedRows::widthError(const TableRow &row) const
{
    const std::size_t have = row.cells.size(), want = m_names.size();
    const bool decimals =
        have > want && m_separator == ',' && isDigits(row.cells[have - 1]) && isDigits(row.cells[have - 2]);
    const char *advice = decimals
        ? "decimal commas in a comma-separated file? write points, or separate with semicolons"
        : have > want ? "put fields that hold the separator into quotes"
                      : "complete the line";
    return dataError(m_path, row.line,
                     fmt::format("Line {} has {} where the header has {} (separated by {}): {}.", row.line,
                                 fields(have), want, separatorName(m_separator), advice));
}

} // namespace

Result<std::unique_ptr<RowSource>> openDelimited(TextInput &input, const ReadOptions &options)
{
    auto rows = std::make_unique<DelimitedRows>(input, options);
    if (auto read = rows->readHeader(); !read)
        return Failure(read.error());
    return rows;
}

} // namespace anneal
