// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace anneal {

/// How a tokenizer.json cuts text into words before tokens are made ("pre_tokenizer"). Bytes above 127 count as
/// letters.
enum class WordSplit {
    None, ///< all of it is one word
    Blanks, ///< "WhitespaceSplit": between white space
    Words, ///< "Whitespace": runs of letters, digits and _, or of other signs; white space is left out
    Gpt2, ///< "ByteLevel": the words of GPT-2, each with the space before it
};

/// A word of a text, [begin, end).
struct WordRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first word at or after `from`; begin = end = text.size() when there is none.
[[nodiscard]] WordRange nextWord(std::string_view text, std::size_t from, WordSplit split);

} // namespace anneal
