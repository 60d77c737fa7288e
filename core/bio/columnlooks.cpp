// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/columnlooks.h"

#include <algorithm>

#include "bio/numbertext.h"
#include "bio/tablerows.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

/// Words made of amino acid letters are shorter.
constexpr std::size_t kShortestSequence = 20;
constexpr std::string_view kBetweenLabels = " \t,\x1F";

} // namespace

bool looksLikeSequence(std::string_view cell, const Alphabet &alphabet)
{
    return cell.size() >= kShortestSequence && std::all_of(cell.begin(), cell.end(), [&](char c) {
               return alphabet.idOf(c) != Alphabet::kNoToken
                   && !alphabet.isSpecial(static_cast<TokenId>(alphabet.idOf(c)));
           });
}

bool looksLikeNumber(std::string_view cell)
{
    return numberStyle(cell).has_value();
}

bool looksLikeWholeNumber(std::string_view cell)
{
    if (cell.starts_with('-') || cell.starts_with('+'))
        cell.remove_prefix(1);
    return !cell.empty() && cell.find_first_not_of("0123456789") == std::string_view::npos;
}

std::size_t residueLabelCount(std::string_view cell)
{
    const bool words = cell.find_first_of(kBetweenLabels) != std::string_view::npos;
    std::size_t count = 0;
    bool inWord = false;
    while (!cell.empty()) {
        const bool between = kBetweenLabels.find(cell[0]) != std::string_view::npos;
        count += !between && !(words && inWord) ? 1 : 0;
        inWord = !between;
        cell.remove_prefix(std::max<std::size_t>(1, decodeUtf8(cell).size));
    }
    return count;
}

} // namespace anneal
