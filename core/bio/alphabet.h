// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace anneal {

using TokenId = std::uint8_t;

/// Letters and special tokens with their ids. One byte a token.
/// Protein: the ESM-2 alphabet, 33 tokens in Hugging Face order (transformers EsmTokenizer).
/// DNA: <cls> <pad> <eos> <unk> A C G T, then the ambiguous bases N R Y K M S W B D H V, then <mask>: 20 tokens.
/// RNA: the same with U for T.
class Alphabet
{
public:
    [[nodiscard]] static const Alphabet &protein();
    [[nodiscard]] static const Alphabet &dna();
    [[nodiscard]] static const Alphabet &rna();
    /// Config error for an unknown name.
    [[nodiscard]] static Result<const Alphabet *> byName(std::string_view name);

    [[nodiscard]] std::string_view name() const { return m_name; }
    [[nodiscard]] int size() const { return static_cast<int>(m_tokens.size()); }
    [[nodiscard]] const std::vector<std::string> &tokens() const { return m_tokens; }
    [[nodiscard]] const std::string &token(TokenId id) const { return m_tokens[id]; }
    [[nodiscard]] TokenId cls() const { return m_cls; }
    [[nodiscard]] TokenId pad() const { return m_pad; }
    [[nodiscard]] TokenId eos() const { return m_eos; }
    [[nodiscard]] TokenId unk() const { return m_unk; }
    [[nodiscard]] TokenId mask() const { return m_mask; }
    /// cls, pad, eos, unk, mask: never selected by masking.
    [[nodiscard]] bool isSpecial(TokenId id) const;
    /// Ambiguous bases (N, R, Y, …): read, but never a target. None in the protein alphabet.
    [[nodiscard]] bool isAmbiguous(TokenId id) const;
    /// DNA or RNA: letters are bases.
    [[nodiscard]] bool isNucleic() const { return this != &protein(); }
    /// The letters people expect as answers: 20 amino acids, or A C G T (U).
    [[nodiscard]] const std::vector<TokenId> &canonical() const { return m_canonical; }
    /// Id of a letter, either case; kNoToken when the alphabet does not have it. One table look-up.
    /// U is T in DNA and T is U in RNA; J, which ESM-2 has no token for, is <unk> as in the reference tokenizer.
    [[nodiscard]] int idOf(char letter) const { return m_ids[static_cast<unsigned char>(letter)]; }
    static constexpr int kNoToken = -1;

    /// <cls> letters <eos>. White space is left out, "<mask>" in the text is the mask token.
    /// Data error naming the first unknown letter and its column.
    [[nodiscard]] Result<std::vector<TokenId>> encode(std::string_view sequence) const;
    [[nodiscard]] std::string decode(const TokenId *ids, std::size_t count) const;

private:
    Alphabet() = default;
    friend struct AlphabetBuilder;
    std::string m_name;
    std::vector<std::string> m_tokens;
    std::array<std::int16_t, 256> m_ids{};
    std::vector<TokenId> m_canonical;
    std::array<bool, 256> m_special{};
    std::array<bool, 256> m_ambiguous{};
    TokenId m_cls = 0, m_pad = 1, m_eos = 2, m_unk = 3, m_mask = 32;
};

} // namespace anneal
