// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace anneal {

/// How far long work is, on standard error: a bar that is redrawn on a terminal, one line every 10 seconds elsewhere
/// and on terminals that cannot take a line back. No colours.
class ProgressLine
{
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    /// `share` 0–1; `text` follows the bar.
    void show(double share, const std::string &text);
    /// Takes the bar away, so that something else can be printed.
    void clear();
    [[nodiscard]] bool onTerminal() const { return m_terminal; }

private:
    bool m_terminal;
    bool m_drawn = false;
    std::int64_t m_lastLineMicros = 0;
};

} // namespace anneal
