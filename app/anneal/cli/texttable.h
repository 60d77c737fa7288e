// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anneal {

/// Columns of text that line up. Cells may hold any UTF-8.
class TextTable
{
public:
    explicit TextTable(std::vector<std::string> header);
    void add(std::vector<std::string> row);
    void print() const;

    /// RFC 4180: quoted where a cell holds a comma, a quote or a line end.
    void printCsv() const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace anneal
