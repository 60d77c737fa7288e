// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bpetokenizer.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include <fmt/format.h>

#include "bio/bpemerger.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr WideTokenId kNoToken = Vocabulary::kMostTokens;

bool isBlank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::vector<std::string> textsOf(const std::vector<AddedToken> &added)
{
    std::vector<std::string> texts;
    for (const AddedToken &token : added)
        texts.push_back(token.text);
    return texts;
}

/// Bytes that show well stand for themselves, the others for the characters from U+0100 on.
bool standsForItself(int byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

std::string utf8(unsigned value)
{
    if (value < 0x80)
        return std::string(1, static_cast<char>(value));
    return {static_cast<char>(0xC0 | (value >> 6)), static_cast<char>(0x80 | (value & 0x3F))};
}

std::array<std::string, 256> byteCharacters()
{
    std::array<std::string, 256> characters;
    unsigned next = 0x100;
    for (int byte = 0; byte < 256; ++byte)
        characters[static_cast<std::size_t>(byte)] = utf8(standsForItself(byte) ? static_cast<unsigned>(byte) : next++);
    return characters;
}

std::size_t characterSize(std::string_view text)
{
    return std::max<std::size_t>(1, decodeUtf8(text).size);
}

} // namespace

const std::string &byteCharacter(unsigned char byte)
{
    static const std::array<std::string, 256> characters = byteCharacters();
    return characters[byte];
}

int byteOfCharacter(std::string_view character)
{
    static const std::unordered_map<std::string, int> bytes = [] {
        std::unordered_map<std::string, int> map;
        for (int byte = 0; byte < 256; ++byte)
            map.emplace(byteCharacter(static_cast<unsigned char>(byte)), byte);
        return map;
    }();
    const auto found = bytes.find(std::string(character));
    return found == bytes.end() ? -1 : found->second;
}

/// Where tokens go, and the word that is being made.
struct BpeTokenizer::Output {
    std::vector<WideTokenId> &ids;
    std::vector<LetterRange> *letters;
    BpeWord word;
    std::size_t first = 0; ///< where the piece begins in the text
    std::size_t shift = 0; ///< bytes put before the piece that the text does not have

    void add(WideTokenId id, std::size_t begin, std::size_t end)
    {
        ids.push_back(id);
        if (letters != nullptr)
            letters->push_back({begin, end});
    }
    /// The place in the text of a byte of the piece.
    [[nodiscard]] std::size_t inText(std::size_t place) const { return std::max(place, first + shift) - shift; }
};

BpeTokenizer::BpeTokenizer(BpeDescription description, std::string file)
    : Tokenizer(std::move(description.vocabulary))
    , m_description(std::move(description))
    , m_file(std::move(file))
    , m_merges(m_description.merges)
    , m_added(textsOf(m_description.added))
{
    for (std::size_t id = 0; id < tokens().size(); ++id)
        m_ids.emplace(tokens()[id], static_cast<WideTokenId>(id));
    for (int byte = 0; byte < 256; ++byte) {
        const auto value = static_cast<unsigned char>(byte);
        const auto found =
            m_ids.find(m_description.byteLevel ? byteCharacter(value) : std::string(1, static_cast<char>(value)));
        m_byteTokens[value] = found == m_ids.end() ? kNoToken : found->second;
    }
    findTargets();
}

std::string BpeTokenizer::lettersOf(WideTokenId id) const
{
    if (isSpecial(id))
        return {};
    if (!m_description.byteLevel)
        return token(id);
    std::string bytes;
    const std::string_view text = token(id);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = characterSize(text.substr(at));
        if (const int byte = byteOfCharacter(text.substr(at, size)); byte >= 0)
            bytes += static_cast<char>(byte);
        at += size;
    }
    return bytes;
}

Result<void> BpeTokenizer::append(std::string_view text, std::vector<WideTokenId> &ids,
                                  std::vector<LetterRange> *letters) const
{
    Output output{ids, letters, {}, 0, 0};
    std::size_t begin = 0; // of what is not yet cut
    for (std::size_t at = 0; at < text.size();) {
        const TokenTrie::Match match =
            m_description.added.empty() ? TokenTrie::Match{} : m_added.longest(text.substr(at));
        if (match.length == 0) {
            ++at;
            continue;
        }
        const AddedToken &added = m_description.added[static_cast<std::size_t>(match.id)];
        std::size_t first = at, last = at + match.length;
        while (added.eatsBlanksBefore && first > begin && isBlank(text[first - 1]))
            --first;
        while (added.eatsBlanksAfter && last < text.size() && isBlank(text[last]))
            ++last;
        if (auto cut = appendPiece(text.substr(begin, first - begin), begin, output); !cut)
            return cut;
        output.add(added.id, first, last);
        at = begin = last;
    }
    return appendPiece(text.substr(begin), begin, output);
}

Result<void> BpeTokenizer::appendPiece(std::string_view text, std::size_t offset, Output &output) const
{
    if (text.empty())
        return {};
    std::string changed;
    output.first = offset;
    output.shift = m_description.spaceBefore && text[0] != ' ' ? 1 : 0;
    if (output.shift > 0 || m_description.lowersCase)
        text = changed = std::string(output.shift, ' ').append(text);
    if (m_description.lowersCase)
        std::transform(changed.begin(), changed.end(), changed.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (std::size_t at = 0; at < text.size();) {
        const WordRange word = nextWord(text, at, m_description.split);
        if (word.begin < word.end) {
            const std::string_view letters = text.substr(word.begin, word.end - word.begin);
            if (auto cut = appendWord(letters, offset + word.begin, output); !cut)
                return cut;
        }
        at = word.end;
    }
    return {};
}

Result<void> BpeTokenizer::appendWord(std::string_view word, std::size_t offset, Output &output) const
{
    if (m_description.wholeWordsFirst && addWholeWord(word, offset, output))
        return {};
    output.word.clear();
    if (m_description.byteLevel)
        addBytes(word, offset, output);
    else if (auto added = addCharacters(word, offset, output); !added)
        return added;
    output.word.merge(m_merges);
    output.word.forEach([&](WideTokenId id, std::size_t begin, std::size_t end) {
        output.add(id, output.inText(begin), output.inText(end));
    });
    return {};
}

bool BpeTokenizer::addWholeWord(std::string_view word, std::size_t offset, Output &output) const
{
    std::string shown(word);
    if (m_description.byteLevel) {
        shown.clear();
        for (const char c : word)
            shown += byteCharacter(static_cast<unsigned char>(c));
    }
    const auto found = m_ids.find(shown);
    if (found == m_ids.end())
        return false;
    output.add(found->second, output.inText(offset), output.inText(offset + word.size()));
    return true;
}

void BpeTokenizer::addBytes(std::string_view word, std::size_t offset, Output &output) const
{
    for (std::size_t at = 0; at < word.size(); ++at)
        if (const WideTokenId id = m_byteTokens[static_cast<unsigned char>(word[at])]; id != kNoToken)
            output.word.add(id, offset + at, offset + at + 1);
}

WideTokenId BpeTokenizer::characterToken(std::string_view character) const
{
    if (character.size() == 1)
        return m_byteTokens[static_cast<unsigned char>(character[0])];
    const auto found = m_ids.find(character);
    return found == m_ids.end() ? kNoToken : found->second;
}

Result<void> BpeTokenizer::addCharacters(std::string_view word, std::size_t offset, Output &output) const
{
    const std::optional<WideTokenId> unknown = special().unk;
    std::size_t unknownFrom = word.size();
    const auto addUnknown = [&](std::size_t until) {
        if (unknownFrom < until)
            output.word.add(*unknown, offset + unknownFrom, offset + until);
        unknownFrom = word.size();
    };
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t size = characterSize(word.substr(at));
        const WideTokenId id = characterToken(word.substr(at, size));
        if (id != kNoToken) {
            addUnknown(at);
            output.word.add(id, offset + at, offset + at + size);
        } else if (!unknown) {
            return fail(ErrorCode::Data,
                        fmt::format("{} at column {} is not in the vocabulary, which has no token for unknown letters; "
                                    "correct it or leave it out.",
                                    describeCharacter(word.substr(at)), output.inText(offset + at) + 1));
        } else {
            if (!m_description.joinsUnknown)
                addUnknown(at);
            unknownFrom = std::min(unknownFrom, at);
        }
        at += size;
    }
    addUnknown(word.size());
    return {};
}

} // namespace anneal
