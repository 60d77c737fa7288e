// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/textstream.h"

#include <algorithm>

#include <fmt/format.h>

#include "bio/lettertable.h"

namespace anneal {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

TextStream::TextStream(TextInput &input, const ReadOptions &options)
    : m_input(input)
    , m_options(options)
{
}

void TextStream::stop(Error error)
{
    m_failure = std::move(error);
    m_ended = true;
    m_at = m_block.size();
}

bool TextStream::refill()
{
    if (m_ended)
        return false;
    const auto block = m_input.next();
    if (!block) {
        stop(block.error());
        return false;
    }
    m_isCut = m_options.beginningOnly && m_begun && !block->empty();
    m_block = m_isCut ? std::string_view{} : *block;
    if (!m_begun && m_block.starts_with(kByteOrderMark))
        m_block.remove_prefix(kByteOrderMark.size());
    m_begun = true;
    m_at = 0;
    m_ended = m_block.empty();
    if (!m_ended && m_options.progress && !m_options.progress(m_input.share()))
        stop({ErrorCode::Data, "cancelled", m_input.path()});
    return !m_ended;
}

void TextStream::take()
{
    const char c = m_block[m_at++];
    if (isLineEnd(c))
        (void)m_cursor.endLine(c);
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) // later bytes of a character are no columns
        m_cursor.advance(1);
    if (c != '\0')
        return;
    stop(dataError(m_input.path(), place().line,
                   fmt::format("NUL bytes at line {}, column {}: the file is damaged or binary; get it again.",
                               place().line, place().column - 1))
             .value());
}

void TextStream::takeUntil(std::string_view stops, std::string &to)
{
    for (int c = peek(); c != kEnd && stops.find(static_cast<char>(c)) == std::string_view::npos; c = peek()) {
        to += static_cast<char>(c);
        take();
    }
}

std::string TextStream::takeLine()
{
    std::string line;
    takeUntil("\r\n", line);
    if (peek() == '\r')
        take();
    if (peek() == '\n')
        take();
    return line;
}

} // namespace anneal
