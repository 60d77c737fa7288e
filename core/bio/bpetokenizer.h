// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>

#include "bio/pairtable.h"
#include "bio/tokenizer.h"
#include "bio/tokentrie.h"
#include "bio/wordsplit.h"

namespace anneal {

/// A token that is found in the text before words are made.
struct AddedToken {
    std::string text;
    WideTokenId id = 0;
    bool eatsBlanksBefore = false;
    bool eatsBlanksAfter = false;
};

/// What a tokenizer.json of byte pair encoding says.
struct BpeDescription {
    Vocabulary vocabulary;
    std::vector<BpeMerge> merges; ///< by rank
    std::vector<AddedToken> added;
    WordSplit split = WordSplit::None;
    bool byteLevel = false; ///< tokens are bytes, shown by the 256 characters that GPT-2 chose for them
    bool spaceBefore = false; ///< a space is put before text that does not begin with one
    bool lowersCase = false;
    bool joinsUnknown = false; ///< unknown characters side by side are one <unk>
    bool wholeWordsFirst = false; ///< a word that is a token is not cut
};

/// Byte pair encoding as Hugging Face's `tokenizers` does it, byte-level or by characters.
class BpeTokenizer : public Tokenizer
{
public:
    /// `file`: the text of the tokenizer.json, kept to be written again as it was.
    BpeTokenizer(BpeDescription description, std::string file);

    [[nodiscard]] TokenizerKind kind() const override { return TokenizerKind::Bpe; }
    [[nodiscard]] std::string lettersOf(WideTokenId id) const override;
    [[nodiscard]] Result<void> append(std::string_view text, std::vector<WideTokenId> &ids,
                                      std::vector<LetterRange> *letters = nullptr) const override;
    [[nodiscard]] const BpeDescription &description() const { return m_description; }
    [[nodiscard]] const std::string &fileText() const { return m_file; }

private:
    struct Output;
    [[nodiscard]] Result<void> appendPiece(std::string_view text, std::size_t offset, Output &output) const;
    [[nodiscard]] Result<void> appendWord(std::string_view word, std::size_t offset, Output &output) const;
    [[nodiscard]] Result<void> addCharacters(std::string_view word, std::size_t offset, Output &output) const;
    void addBytes(std::string_view word, std::size_t offset, Output &output) const;
    /// Vocabulary::kMostTokens when the character is no token.
    [[nodiscard]] WideTokenId characterToken(std::string_view character) const;
    [[nodiscard]] bool addWholeWord(std::string_view word, std::size_t offset, Output &output) const;

    BpeDescription m_description; ///< without its vocabulary
    std::string m_file;
    PairTable m_merges;
    TokenTrie m_added;
    std::unordered_map<std::string_view, WideTokenId> m_ids; ///< every token by its text
    std::array<WideTokenId, 256> m_byteTokens{}; ///< of one byte: as byteCharacter(), or the letter itself
};

/// The character that stands for a byte in a byte-level vocabulary, as UTF-8, and back: −1 when it stands for none.
[[nodiscard]] const std::string &byteCharacter(unsigned char byte);
[[nodiscard]] int byteOfCharacter(std::string_view character);

} // namespace anneal
