// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/tokenizer.h"

namespace anneal {

/// Overlapping k-mers: a token for every place of the sequence, k letters each, as in DNABERT. A k-mer with anything
/// but A C G T in upper case is [UNK]; "[MASK]" in the text is one hidden base, and so is every k-mer that touches it.
/// A sequence shorter than k has no tokens.
class KmerTokenizer : public Tokenizer
{
public:
    /// All 4^k k-mers must be in the vocabulary, in any order.
    KmerTokenizer(int k, Vocabulary vocabulary);

    [[nodiscard]] TokenizerKind kind() const override { return TokenizerKind::OverlappingKmers; }
    [[nodiscard]] int overlap() const override { return m_k; }
    [[nodiscard]] Result<void> append(std::string_view text, std::vector<WideTokenId> &ids,
                                      std::vector<LetterRange> *letters = nullptr) const override;
    /// The sequence that the k-mers were cut from; bases that none of them names are N.
    [[nodiscard]] std::string decode(std::span<const WideTokenId> ids) const override;

    static constexpr int kShortest = 3, kLongest = 6;

private:
    struct Unit;
    [[nodiscard]] Unit nextUnit(std::string_view text, std::size_t at) const;

    int m_k;
    std::string m_maskText;
    std::vector<WideTokenId> m_idOf; ///< by the k-mer's letters as a number in base 4
};

} // namespace anneal
