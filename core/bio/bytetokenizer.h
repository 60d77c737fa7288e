// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/tokenizer.h"

namespace anneal {

/// Every byte of the text is its own id, as in Evo 2: 512 tokens, 0 ends a document, 1 pads; no token stands before or
/// after a sequence and none hides one.
class ByteTokenizer : public Tokenizer
{
public:
    /// With an alphabet, its ambiguous letters are never scored.
    explicit ByteTokenizer(const Alphabet *alphabet = nullptr);

    [[nodiscard]] TokenizerKind kind() const override { return TokenizerKind::Bytes; }
    [[nodiscard]] std::string lettersOf(WideTokenId id) const override;
    [[nodiscard]] Result<void> append(std::string_view text, std::vector<WideTokenId> &ids,
                                      std::vector<LetterRange> *letters = nullptr) const override;
    /// As the reference: ids below 32 are a space, above 127 the character of that number.
    [[nodiscard]] std::string decode(std::span<const WideTokenId> ids) const override;

    static constexpr int kVocabularySize = 512;
};

} // namespace anneal
