// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/trietokenizer.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "bio/utf8.h"

namespace anneal {

namespace {

bool isWhiteSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string inCase(std::string_view text, int (*change)(int))
{
    std::string changed(text);
    for (char &c : changed)
        c = static_cast<char>(change(static_cast<unsigned char>(c)));
    return changed;
}

/// Collects tokens, and joins unknown text to as few <unk> as the rule says.
class Output
{
public:
    Output(std::optional<WideTokenId> unknown, bool joins, std::vector<WideTokenId> &ids,
           std::vector<LetterRange> *letters)
        : m_unknown(unknown.value_or(0))
        , m_joins(joins)
        , m_ids(ids)
        , m_letters(letters)
    {
    }

    void add(WideTokenId id, std::size_t begin, std::size_t end)
    {
        m_ids.push_back(id);
        if (m_letters != nullptr)
            m_letters->push_back({begin, end});
        m_pieceIsOpen = false;
    }
    void addUnknown(std::size_t begin, std::size_t end)
    {
        if (!m_pieceIsOpen)
            add(m_unknown, begin, end);
        else if (m_letters != nullptr)
            m_letters->back().end = end;
        m_pieceIsOpen = m_joins;
    }
    void endPiece() { m_pieceIsOpen = false; }

private:
    WideTokenId m_unknown;
    bool m_joins;
    std::vector<WideTokenId> &m_ids;
    std::vector<LetterRange> *m_letters;
    bool m_pieceIsOpen = false;
};

} // namespace

TrieTokenizer::TrieTokenizer(TokenizerKind kind, Vocabulary vocabulary, UnknownText unknown, bool lowersCase)
    : Tokenizer(std::move(vocabulary))
    , m_kind(kind)
    , m_unknown(special().unk ? unknown : UnknownText::Refused)
    , m_lowersCase(lowersCase)
    , m_trie(tokens())
{
    findTargets();
}

std::string TrieTokenizer::lettersOf(WideTokenId id) const
{
    const std::string letters = Tokenizer::lettersOf(id);
    return m_lowersCase ? inCase(letters, std::toupper) : letters;
}

Result<void> TrieTokenizer::append(std::string_view text, std::vector<WideTokenId> &ids,
                                   std::vector<LetterRange> *letters) const
{
    const std::string lowered = m_lowersCase ? inCase(text, std::tolower) : std::string();
    Output output(special().unk, m_unknown == UnknownText::OnePerPiece, ids, letters);
    for (std::size_t at = 0; at < text.size();) {
        TokenTrie::Match match = m_trie.longest(text.substr(at));
        if (m_lowersCase && match.length == 0)
            match = m_trie.longest(std::string_view(lowered).substr(at));
        if (match.length > 0) {
            output.add(static_cast<WideTokenId>(match.id), at, at + match.length);
            at += match.length;
        } else if (isWhiteSpace(text[at])) {
            output.endPiece();
            ++at;
        } else if (m_unknown == UnknownText::Refused) {
            return refusal(text, at);
        } else {
            const std::size_t size = std::max<std::size_t>(1, decodeUtf8(text.substr(at)).size);
            output.addUnknown(at, at + size);
            at += size;
        }
    }
    return {};
}

Failure TrieTokenizer::refusal(std::string_view text, std::size_t at) const
{
    const auto upper = vocabulary().find(std::string(1, static_cast<char>(std::toupper(text[at]))));
    const bool knowsN = vocabulary().find("N").has_value();
    const char *wayOut = upper ? "write it in upper case"
        : knowsN               ? "write N for a base that is not known"
                               : "correct it or leave it out";
    return fail(ErrorCode::Data,
                fmt::format("{} at column {} is in none of the {} tokens of the vocabulary; {}.",
                            describeCharacter(text.substr(at)), at + 1, size(), wayOut));
}

} // namespace anneal
