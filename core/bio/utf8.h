// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace anneal {

/// One character of UTF-8 text. `size` is 0 when the bytes are not UTF-8.
struct CodePoint {
    char32_t value = 0;
    std::size_t size = 0;
};

/// The character that `text` begins with.
[[nodiscard]] CodePoint decodeUtf8(std::string_view text);

/// Bytes at the end of `text` that begin a character and do not complete it (0–3).
[[nodiscard]] std::size_t incompleteTail(std::string_view text);

[[nodiscard]] bool isUtf8(std::string_view text);

/// `text` as valid UTF-8: what is none becomes U+FFFD.
[[nodiscard]] std::string displayText(std::string_view text);
[[nodiscard]] std::string displayPath(const std::filesystem::path &path);

/// Spaces that cannot be seen or are not the ordinary one: no-break, zero-width, thin, ideographic, byte order mark, …
[[nodiscard]] bool isInvisibleSpace(char32_t value);

/// How to name the first character of `text` in a message: "'@'", "'é' (U+00E9)", "a control character (U+0001)".
[[nodiscard]] std::string describeCharacter(std::string_view text);

} // namespace anneal
