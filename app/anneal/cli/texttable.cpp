// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/texttable.h"

#include <algorithm>
#include <iostream>

#include "base/csv.h"

namespace anneal {

namespace {

/// Characters, not bytes. Wide East Asian characters are counted as one.
std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

TextTable::TextTable(std::vector<std::string> header)
    : m_rows{std::move(header)}
{
}

void TextTable::add(std::vector<std::string> row)
{
    row.resize(m_rows.front().size());
    m_rows.push_back(std::move(row));
}

void TextTable::print() const
{
    std::vector<std::size_t> widths(m_rows.front().size());
    for (const auto &row : m_rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], width(row[column]));
    for (const auto &row : m_rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column)
            line += row[column] + std::string(widths[column] - width(row[column]) + 2, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        std::cout << line << '\n';
    }
}

void TextTable::printCsv() const
{
    for (const auto &row : m_rows) {
        std::string line = csvField(row.front());
        for (std::size_t column = 1; column < row.size(); ++column)
            line += "," + csvField(row[column]);
        std::cout << line << '\n';
    }
}

} // namespace anneal
