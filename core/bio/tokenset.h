// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "bio/sequencefile.h"
#include "bio/tokenizer.h"

namespace anneal {

/// The tokens of all sequences of a set, without start and end token, back to back: one byte a token for vocabularies
/// of up to 256 tokens, else two.
struct TokenSet {
    std::vector<std::uint8_t> narrow;
    std::vector<WideTokenId> wide;
    std::vector<std::uint64_t> offsets; ///< one more than sequences
    SoftMask softMask; ///< by place among all tokens, when the letters kept their case

    [[nodiscard]] std::size_t bytes() const
    {
        return softMask.bytes() + narrow.size() + wide.size() * sizeof(WideTokenId)
            + offsets.size() * sizeof(std::uint64_t);
    }
};

/// Tokens to cut samples from: a TokenSet, or the letters of a SequenceSet, which are their own tokens. Holds pointers
/// into both and the tokenizer; they must outlive it unchanged.
class TokenView
{
public:
    TokenView(const SequenceSet &letters, const Tokenizer &tokenizer)
        : m_tokenizer(&tokenizer)
        , m_narrow(letters.tokens.data())
        , m_offsets(&letters.offsets)
        , m_softMask(&letters.softMask)
    {
    }
    TokenView(const TokenSet &tokens, const Tokenizer &tokenizer)
        : m_tokenizer(&tokenizer)
        , m_narrow(tokens.wide.empty() ? tokens.narrow.data() : nullptr)
        , m_wide(tokens.wide.data())
        , m_offsets(&tokens.offsets)
        , m_softMask(&tokens.softMask)
    {
    }

    [[nodiscard]] const Tokenizer &tokenizer() const { return *m_tokenizer; }
    [[nodiscard]] std::size_t size() const { return m_offsets->size() - 1; }
    /// Tokens of a sequence.
    [[nodiscard]] std::uint64_t length(std::size_t sequence) const
    {
        return (*m_offsets)[sequence + 1] - (*m_offsets)[sequence];
    }
    /// Place of a sequence's first token among those of all sequences.
    [[nodiscard]] std::uint64_t offset(std::size_t sequence) const { return (*m_offsets)[sequence]; }
    /// Share of lower-case letters of each token, by its place among those of all sequences.
    [[nodiscard]] const SoftMask &softMask() const { return *m_softMask; }
    [[nodiscard]] WideTokenId at(std::size_t sequence, std::uint64_t place) const
    {
        const std::uint64_t index = offset(sequence) + place;
        return m_narrow != nullptr ? m_narrow[index] : m_wide[index];
    }
    /// Writes `count` tokens from `start` on; the end of what was written.
    std::int64_t *copy(std::size_t sequence, std::uint64_t start, std::size_t count, std::int64_t *out) const
    {
        const std::uint64_t first = offset(sequence) + start;
        return m_narrow != nullptr ? std::copy_n(m_narrow + first, count, out)
                                   : std::copy_n(m_wide + first, count, out);
    }
    /// The same tokens as bytes, to be hashed.
    [[nodiscard]] std::string_view bytes(std::size_t sequence, std::uint64_t start, std::size_t count) const
    {
        const std::uint64_t first = offset(sequence) + start;
        if (m_narrow != nullptr)
            return {reinterpret_cast<const char *>(m_narrow + first), count};
        return {reinterpret_cast<const char *>(m_wide + first), count * sizeof(WideTokenId)};
    }

private:
    const Tokenizer *m_tokenizer;
    const std::uint8_t *m_narrow = nullptr;
    const WideTokenId *m_wide = nullptr;
    const std::vector<std::uint64_t> *m_offsets;
    const SoftMask *m_softMask;
};

/// The letters [from, from + count) of a sequence as a tokenizer reads them: upper case, letters without a token of
/// their own as X (protein) or N.
[[nodiscard]] std::string lettersOf(const SequenceSet &set, std::size_t sequence, std::uint64_t from = 0,
                                    std::uint64_t count = ~std::uint64_t{0});

/// Cuts every sequence into tokens. Data error naming the sequence whose letters the vocabulary cannot say;
/// `goesOn` is asked now and then, false cancels.
[[nodiscard]] Result<TokenSet> tokenize(const SequenceSet &set, const Tokenizer &tokenizer,
                                        const std::function<bool()> &goesOn = {});

} // namespace anneal
