// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "bio/alphabet.h"

namespace anneal {

/// What the text of a cell looks like.

/// Letters of the alphabet only, and enough of them not to be a word.
[[nodiscard]] bool looksLikeSequence(std::string_view cell, const Alphabet &alphabet);
/// A number in any of the spellings that NumberText reads.
[[nodiscard]] bool looksLikeNumber(std::string_view cell);
[[nodiscard]] bool looksLikeWholeNumber(std::string_view cell);

/// Number of labels when the cell is read as one label a residue: letters, or words between blanks, commas or list
/// marks.
[[nodiscard]] std::size_t residueLabelCount(std::string_view cell);

} // namespace anneal
