// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/findings.h"

namespace anneal {

/// Counts lines and columns (in characters) while a text goes by in pieces. LF, CRLF and CR end a line.
class LineCursor
{
public:
    LineCursor() = default;
    explicit LineCursor(Place start)
        : m_place(start)
    {
    }

    [[nodiscard]] Place place() const { return m_place; }
    [[nodiscard]] std::int64_t line() const { return m_place.line; }

    void advance(std::size_t characters)
    {
        m_place.column += static_cast<std::int64_t>(characters);
        m_afterReturn = false;
    }

    /// Returns whether `c` ends a line: the LF of a CRLF does not end a second one.
    bool endLine(char c)
    {
        const bool secondHalf = c == '\n' && m_afterReturn;
        m_afterReturn = c == '\r';
        if (secondHalf)
            return false;
        m_place = {m_place.line + 1, 1};
        return true;
    }

private:
    Place m_place{1, 1};
    bool m_afterReturn = false;
};

} // namespace anneal
