// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tokenset.h"

#include <array>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr int kNarrow = 256;
constexpr std::size_t kLettersBetweenQuestions = 1 << 22;

/// The letter of each token of an alphabet.
std::array<char, 256> letterTable(const Alphabet &alphabet)
{
    std::array<char, 256> letters;
    letters.fill(alphabet.isNucleic() ? 'N' : 'X');
    for (int id = 0; id < alphabet.size(); ++id)
        if (const std::string &token = alphabet.token(static_cast<TokenId>(id)); token.size() == 1)
            letters[static_cast<std::size_t>(id)] = token[0];
    return letters;
}

std::string textOf(const SequenceSet &set, std::size_t i, std::uint64_t from, std::uint64_t count,
                   const std::array<char, 256> &letters)
{
    const std::uint64_t size = set.length(i);
    const TokenId *begin = set.sequence(i) + std::min(from, size);
    std::string text(std::min(count, size - std::min(from, size)), '\0');
    std::transform(begin, begin + text.size(), text.begin(), [&](TokenId id) { return letters[id]; });
    return text;
}

/// The case of the letters of a sequence, told for its tokens.
void keepCase(const SequenceSet &set, std::size_t i, const std::vector<LetterRange> &ranges, TokenSet &tokens)
{
    const std::uint64_t letters = set.offsets[i], first = tokens.offsets.back();
    for (std::size_t token = 0; token < ranges.size(); ++token)
        tokens.softMask.add(first + token, first + token + 1,
                            set.softMask.share(letters + ranges[token].begin, letters + ranges[token].end));
}

Failure named(const SequenceSet &set, std::size_t i, const Error &error)
{
    return fail(error.code, fmt::format("Sequence {} (line {}): {}", set.name(i), set.lines[i], error.message));
}

} // namespace

std::string lettersOf(const SequenceSet &set, std::size_t sequence, std::uint64_t from, std::uint64_t count)
{
    return textOf(set, sequence, from, count, letterTable(*set.alphabet));
}

Result<TokenSet> tokenize(const SequenceSet &set, const Tokenizer &tokenizer, const std::function<bool()> &goesOn)
{
    const std::array<char, 256> letters = letterTable(*set.alphabet);
    const bool isNarrow = tokenizer.size() <= kNarrow;
    TokenSet tokens;
    tokens.offsets.push_back(0);
    std::vector<WideTokenId> ids;
    std::vector<LetterRange> ranges;
    std::size_t unasked = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        ids.clear();
        ranges.clear();
        const std::string text = textOf(set, i, 0, set.length(i), letters);
        if (auto read = tokenizer.append(text, ids, set.keepsCase ? &ranges : nullptr); !read)
            return named(set, i, read.error());
        keepCase(set, i, ranges, tokens);
        if (isNarrow)
            tokens.narrow.insert(tokens.narrow.end(), ids.begin(), ids.end());
        else
            tokens.wide.insert(tokens.wide.end(), ids.begin(), ids.end());
        tokens.offsets.push_back(isNarrow ? tokens.narrow.size() : tokens.wide.size());
        unasked += set.length(i);
        if (goesOn && unasked >= kLettersBetweenQuestions && !goesOn())
            return fail(ErrorCode::Data, "cancelled");
        unasked %= kLettersBetweenQuestions;
    }
    return tokens;
}

} // namespace anneal
