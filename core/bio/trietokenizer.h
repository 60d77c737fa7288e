// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/tokenizer.h"
#include "bio/tokentrie.h"

namespace anneal {

/// What stands for text that is in no token.
enum class UnknownText {
    OnePerPiece, ///< one <unk> for each run between known tokens and white space, as transformers' EsmTokenizer
    OnePerLetter, ///< one <unk> for each character, as HyenaDNA
    Refused, ///< an error, as the Nucleotide Transformer's own tokenizer
};

/// At each place takes the longest token that the text goes on with. With tokens of one letter this is the tokenizer
/// of ESM and HyenaDNA, with 6-mers and letters that of the Nucleotide Transformer.
class TrieTokenizer : public Tokenizer
{
public:
    TrieTokenizer(TokenizerKind kind, Vocabulary vocabulary, UnknownText unknown, bool lowersCase = false);

    [[nodiscard]] TokenizerKind kind() const override { return m_kind; }
    [[nodiscard]] UnknownText unknownText() const { return m_unknown; }
    /// Text is read as if it were lower case (GPN).
    [[nodiscard]] bool lowersCase() const { return m_lowersCase; }
    [[nodiscard]] std::string lettersOf(WideTokenId id) const override;
    [[nodiscard]] Result<void> append(std::string_view text, std::vector<WideTokenId> &ids,
                                      std::vector<LetterRange> *letters = nullptr) const override;

private:
    [[nodiscard]] Failure refusal(std::string_view text, std::size_t at) const;

    TokenizerKind m_kind;
    UnknownText m_unknown;
    bool m_lowersCase;
    TokenTrie m_trie;
};

} // namespace anneal
