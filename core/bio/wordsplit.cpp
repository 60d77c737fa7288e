// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/wordsplit.h"

#include <array>

namespace anneal {

namespace {

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

bool isWordSign(char c)
{
    return isLetter(c) || isDigit(c) || c == '_';
}

bool isOther(char c)
{
    return !isBlank(c) && !isLetter(c) && !isDigit(c);
}

template <typename Is>
std::size_t endOf(std::string_view text, std::size_t at, Is is)
{
    while (at < text.size() && is(text[at]))
        ++at;
    return at;
}

/// Letters, digits or other signs, whichever stand there.
std::size_t endOfRun(std::string_view text, std::size_t at)
{
    if (isLetter(text[at]))
        return endOf(text, at, isLetter);
    return isDigit(text[at]) ? endOf(text, at, isDigit) : endOf(text, at, isOther);
}

/// 's 't 're 've 'm 'll 'd: English endings that GPT-2 cuts off.
std::size_t endingAt(std::string_view text, std::size_t at)
{
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
        if (text.substr(at).starts_with(ending))
            return ending.size();
    return 0;
}

WordRange gpt2Word(std::string_view text, std::size_t from)
{
    if (const std::size_t ending = endingAt(text, from); ending > 0)
        return {from, from + ending};
    if (!isBlank(text[from]))
        return {from, endOfRun(text, from)};
    const std::size_t blanks = endOf(text, from, isBlank);
    const bool spaceThenRun = text[from] == ' ' && blanks == from + 1 && blanks < text.size();
    if (spaceThenRun)
        return {from, endOfRun(text, blanks)};
    // The last of several blanks is left to the word after them.
    return {from, blanks < text.size() && blanks > from + 1 ? blanks - 1 : blanks};
}

} // namespace

WordRange nextWord(std::string_view text, std::size_t from, WordSplit split)
{
    if (from >= text.size())
        return {text.size(), text.size()};
    if (split == WordSplit::None)
        return {from, text.size()};
    if (split == WordSplit::Gpt2)
        return gpt2Word(text, from);
    const std::size_t begin = endOf(text, from, isBlank);
    if (begin == text.size())
        return {begin, begin};
    if (split == WordSplit::Blanks)
        return {begin, endOf(text, begin, [](char c) { return !isBlank(c); })};
    const bool isWord = isWordSign(text[begin]);
    return {begin, endOf(text, begin, [isWord](char c) { return !isBlank(c) && isWordSign(c) == isWord; })};
}

} // namespace anneal
