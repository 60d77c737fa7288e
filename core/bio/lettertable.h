// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "bio/alphabet.h"

namespace anneal {

/// What one byte of a sequence line is: a token id, or one of these.
enum LetterClass : std::uint8_t {
    FirstClass = 0x80, ///< smaller values are token ids
    LineEnd = FirstClass,
    Space,
    Digit,
    Gap,
    Stop, ///< '*' in a protein
    EndMark, ///< Ctrl-Z, which old systems put at the end of a text
    NotAscii,
    Forbidden,
};

/// How people write a hidden residue.
inline constexpr std::string_view kMaskText = "<mask>";

using LetterTable = std::array<std::uint8_t, 256>;

[[nodiscard]] LetterTable letterTable(const Alphabet &alphabet);

[[nodiscard]] inline bool isLineEnd(char c)
{
    return c == '\n' || c == '\r';
}

/// White space inside a line.
[[nodiscard]] inline bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

} // namespace anneal
