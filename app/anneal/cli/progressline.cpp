// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progressline.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"

namespace anneal {

namespace {

constexpr int kBarWidth = 24;
constexpr std::size_t kLeastForBar = 60; ///< columns; the numbers say more than a bar
constexpr std::int64_t kLineEveryMicros = 10'000'000;

std::string bar(double share)
{
    const int full = static_cast<int>(std::lround(share * kBarWidth));
    std::string text;
    for (int i = 0; i < kBarWidth; ++i)
        text += i < full ? "█" : "░";
    return text;
}

std::size_t terminalColumns()
{
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool canRedraw()
{
    const char *kind = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && kind && *kind && std::string_view(kind) != "dumb";
}

/// A line that wraps could not be taken back.
std::string cut(const std::string &text, std::size_t columns)
{
    std::size_t seen = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((text[i] & 0xC0) != 0x80 && ++seen > columns)
            return text.substr(0, i);
    return text;
}

} // namespace

ProgressLine::ProgressLine()
    : m_terminal(canRedraw())
{
}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(double share, const std::string &text)
{
    share = std::clamp(share, 0.0, 1.0);
    const std::string percent = std::to_string(std::lround(share * 100)) + " %";
    if (m_terminal) {
        const std::size_t columns = terminalColumns();
        const std::string line = (columns < kLeastForBar ? "" : bar(share) + " ") + percent + "  " + text;
        std::cerr << "\r\033[K" << cut(line, columns - 1) << std::flush;
        m_drawn = true;
        return;
    }
    const std::int64_t now = monotonicMicros();
    if (m_lastLineMicros == 0)
        m_lastLineMicros = now;
    if (now - m_lastLineMicros < kLineEveryMicros)
        return;
    m_lastLineMicros = now;
    std::cerr << percent << "  " << text << std::endl;
}

void ProgressLine::clear()
{
    if (m_drawn)
        std::cerr << "\r\033[K" << std::flush;
    m_drawn = false;
}

} // namespace anneal
