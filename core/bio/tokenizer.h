// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bio/alphabet.h"

namespace anneal {

/// A token of any vocabulary. (An alphabet's TokenId has one byte.)
using WideTokenId = std::uint16_t;

/// The bytes [begin, end) of a text that one token covers.
struct LetterRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    friend bool operator==(const LetterRange &, const LetterRange &) = default;
};

struct SpecialTokens {
    std::optional<WideTokenId> cls, pad, eos, unk, mask;
};

enum class TokenizerKind { Letters, Bytes, Kmers, OverlappingKmers, Bpe };

/// The tokens of a model and what they mean, without the rule that cuts text into them.
struct Vocabulary {
    std::vector<std::string> tokens; ///< at most kMostTokens, by id
    SpecialTokens special;
    std::optional<WideTokenId> start; ///< stands before a sequence, where the model wants one
    std::optional<WideTokenId> end; ///< stands after it
    std::vector<bool> isSpecial; ///< one for each token: never hidden, never scored
    const Alphabet *alphabet = nullptr; ///< of the letters, where it is known: its ambiguous letters are never scored

    static constexpr std::size_t kMostTokens = 65535; // one 16-bit value is left to mean "none"

    [[nodiscard]] std::optional<WideTokenId> find(std::string_view token) const;
};

/// Cuts the text of a sequence into tokens of a fixed vocabulary, and back. The rule is the reference's to the letter,
/// case included; text for training is upper case (SequenceSet). Immutable, safe to share between threads.
class Tokenizer
{
public:
    virtual ~Tokenizer() = default;
    Tokenizer(const Tokenizer &) = delete;
    Tokenizer &operator=(const Tokenizer &) = delete;

    [[nodiscard]] virtual TokenizerKind kind() const = 0;
    /// Letters in each token where neighbours overlap by all but one of them; 1 where tokens share no letter.
    [[nodiscard]] virtual int overlap() const { return 1; }

    [[nodiscard]] const Vocabulary &vocabulary() const { return m_vocabulary; }
    [[nodiscard]] int size() const { return static_cast<int>(m_vocabulary.tokens.size()); }
    [[nodiscard]] const std::vector<std::string> &tokens() const { return m_vocabulary.tokens; }
    [[nodiscard]] const std::string &token(WideTokenId id) const { return m_vocabulary.tokens[id]; }
    [[nodiscard]] const SpecialTokens &special() const { return m_vocabulary.special; }
    [[nodiscard]] std::optional<WideTokenId> startToken() const { return m_vocabulary.start; }
    [[nodiscard]] std::optional<WideTokenId> endToken() const { return m_vocabulary.end; }
    /// Start and end token of a whole sequence: 0, 1 or 2.
    [[nodiscard]] int numSpecials() const { return (startToken() ? 1 : 0) + (endToken() ? 1 : 0); }
    [[nodiscard]] const Alphabet *alphabet() const { return m_vocabulary.alphabet; }
    [[nodiscard]] bool isSpecial(WideTokenId id) const { return m_vocabulary.isSpecial[id]; }
    /// May be hidden and scored: no special token, and no token with an ambiguous base in it.
    [[nodiscard]] bool isTarget(WideTokenId id) const { return m_isTarget[id]; }
    /// The letters of the token as a sequence has them; empty for special tokens.
    [[nodiscard]] virtual std::string lettersOf(WideTokenId id) const;

    /// Start token, tokens of `text`, end token. White space is left out where the reference leaves it out; the text of
    /// a special token ("<mask>") is that token. Data error naming the first letter that the vocabulary cannot say.
    [[nodiscard]] Result<std::vector<WideTokenId>> encode(std::string_view text) const;
    /// The same without start and end token, appended to `ids`; `letters`, when given, gets the bytes of `text` that
    /// each new token covers. Time grows with the text, for BPE with the text times the logarithm of its longest word.
    [[nodiscard]] virtual Result<void> append(std::string_view text, std::vector<WideTokenId> &ids,
                                              std::vector<LetterRange> *letters = nullptr) const = 0;
    /// The sequence without spaces between tokens; special tokens stand as their names ("<mask>").
    [[nodiscard]] virtual std::string decode(std::span<const WideTokenId> ids) const;

protected:
    explicit Tokenizer(Vocabulary vocabulary);
    /// To be called at the end of a constructor, when lettersOf() works.
    void findTargets();

private:
    [[nodiscard]] bool isAmbiguous(WideTokenId id) const;

    Vocabulary m_vocabulary;
    std::vector<bool> m_isTarget;
};

using TokenizerPtr = std::shared_ptr<const Tokenizer>;

/// Marks the named tokens, and those that are one of a vocabulary's special tokens, as special.
void markSpecial(Vocabulary &vocabulary, const std::vector<std::string> &names = {});

} // namespace anneal
