// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/utf8.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

unsigned char byteAt(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

/// Length that the first byte of a character promises; 0 when no character begins with it.
std::size_t promisedSize(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF)
        return 3;
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

bool isContinuation(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

} // namespace

CodePoint decodeUtf8(std::string_view text)
{
    const std::size_t size = text.empty() ? 0 : promisedSize(byteAt(text, 0));
    if (size == 0 || size > text.size())
        return {};
    if (size == 1)
        return {byteAt(text, 0), 1};
    char32_t value = byteAt(text, 0) & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if (!isContinuation(byteAt(text, i)))
            return {};
        value = (value << 6) | (byteAt(text, i) & 0x3Fu);
    }
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < smallest[size] || value > 0x10FFFF || surrogate ? CodePoint{} : CodePoint{value, size};
}

std::size_t incompleteTail(std::string_view text)
{
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
        const unsigned char byte = byteAt(text, text.size() - back);
        if (!isContinuation(byte))
            return promisedSize(byte) > back ? back : 0;
    }
    return 0;
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const CodePoint point = decodeUtf8(text);
        if (point.size == 0)
            return false;
        text.remove_prefix(point.size);
    }
    return true;
}

std::string displayText(std::string_view text)
{
    if (isUtf8(text))
        return std::string(text);
    std::string shown;
    while (!text.empty()) {
        const CodePoint point = decodeUtf8(text);
        shown += point.size == 0 ? kReplacement : text.substr(0, point.size);
        text.remove_prefix(std::max<std::size_t>(1, point.size));
    }
    return shown;
}

std::string displayPath(const std::filesystem::path &path)
{
    return displayText(path.native());
}

bool isInvisibleSpace(char32_t value)
{
    if (value >= 0x2000 && value <= 0x200F) // typographic and zero-width spaces, direction marks
        return true;
    if (value >= 0x2028 && value <= 0x202F) // separators, direction overrides, narrow no-break space
        return true;
    if (value >= 0x205F && value <= 0x206F)
        return true;
    constexpr std::array<char32_t, 7> others{0x85, 0xA0, 0xAD, 0x1680, 0x180E, 0x3000, 0xFEFF};
    return std::find(others.begin(), others.end(), value) != others.end();
}

std::string describeCharacter(std::string_view text)
{
    const CodePoint point = decodeUtf8(text);
    if (point.size == 0)
        return text.empty() ? "nothing" : fmt::format("byte 0x{:02X}, which is not UTF-8 text,", byteAt(text, 0));
    const auto code = static_cast<std::uint32_t>(point.value);
    if (code < 0x20 || (code >= 0x7F && code < 0xA0))
        return fmt::format("a control character (U+{:04X})", code);
    if (isInvisibleSpace(point.value))
        return fmt::format("an invisible character (U+{:04X})", code);
    const std::string_view shown = text.substr(0, point.size);
    return point.size == 1 ? fmt::format("'{}'", shown) : fmt::format("'{}' (U+{:04X})", shown, code);
}

} // namespace anneal
