// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bio/tokenizer.h"

namespace anneal {

/// The base on the other strand, ambiguous ones too and in the case of the letter; other letters stay as they are.
[[nodiscard]] char complementOf(char base);

/// Turns the tokens of DNA into those of its other strand. Their number stays the same; special tokens keep their
/// distance from the other end.
class ReverseComplement
{
public:
    /// Nothing for tokenizers in which the other strand may have another number of tokens (byte pairs), or a token
    /// without a counterpart. The tokenizer must outlive this.
    [[nodiscard]] static std::optional<ReverseComplement> of(const Tokenizer &tokenizer);

    /// Tokens of a sequence without its start and end token.
    void apply(std::span<std::int64_t> tokens) const;
    /// The same together with a number for each token (a share of its letters), which follows the letters.
    void apply(std::span<std::int64_t> tokens, std::span<float> shares) const;

private:
    explicit ReverseComplement(const Tokenizer &tokenizer)
        : m_tokenizer(&tokenizer)
    {
    }
    [[nodiscard]] bool findCounterparts();
    void cutAgain(std::span<std::int64_t> tokens) const;

    const Tokenizer *m_tokenizer;
    std::vector<WideTokenId> m_counterpart; ///< of each token
    std::vector<std::size_t> m_numLetters; ///< of each token; 1 for special ones
};

} // namespace anneal
