// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/lettertable.h"

namespace anneal {

namespace {

std::uint8_t classOf(unsigned char byte, const Alphabet &alphabet)
{
    const char c = static_cast<char>(byte);
    if (isLineEnd(c))
        return LineEnd;
    if (isBlank(c))
        return Space;
    if (c >= '0' && c <= '9')
        return Digit;
    if (c == '-' || c == '.') // before the alphabet: ESM-2 has tokens for gaps, but a gap is no residue
        return Gap;
    if (c == '*' && &alphabet == &Alphabet::protein())
        return Stop;
    if (c == '\x1A')
        return EndMark;
    if (byte >= 0x80)
        return NotAscii;
    const int id = alphabet.idOf(c);
    return id == Alphabet::kNoToken ? static_cast<std::uint8_t>(Forbidden) : static_cast<std::uint8_t>(id);
}

} // namespace

LetterTable letterTable(const Alphabet &alphabet)
{
    LetterTable table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte)
        table[byte] = classOf(static_cast<unsigned char>(byte), alphabet);
    return table;
}

} // namespace anneal
