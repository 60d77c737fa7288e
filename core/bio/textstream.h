// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "bio/linecursor.h"
#include "bio/textinput.h"

namespace anneal {

/// A text byte by byte, with its place. After the end or a failure peek() stays kEnd.
class TextStream
{
public:
    TextStream(TextInput &input, const ReadOptions &options);

    static constexpr int kEnd = -1;
    /// The next byte, not yet taken.
    [[nodiscard]] int peek()
    {
        if (m_at == m_block.size() && !refill())
            return kEnd;
        return static_cast<unsigned char>(m_block[m_at]);
    }
    void take();
    /// Appends what comes before the next byte of `stops` (line ends must be among them).
    void takeUntil(std::string_view stops, std::string &to);
    /// The rest of the line, and its end.
    [[nodiscard]] std::string takeLine();

    [[nodiscard]] Place place() const { return m_cursor.place(); }
    /// Why the text ended early.
    [[nodiscard]] const std::optional<Error> &failure() const { return m_failure; }
    /// At the end: whether more follows that was not asked for (ReadOptions::beginningOnly).
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    [[nodiscard]] bool refill();
    void stop(Error error);

    TextInput &m_input;
    const ReadOptions &m_options;
    std::string_view m_block;
    std::size_t m_at = 0;
    LineCursor m_cursor;
    std::optional<Error> m_failure;
    bool m_begun = false;
    bool m_ended = false;
    bool m_isCut = false;
};

} // namespace anneal
