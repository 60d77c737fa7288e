// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bytetokenizer.h"

#include <algorithm>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr int kFirstPrintable = 32, kFirstNotAscii = 127, kBytes = 256;

std::string nameOf(int id)
{
    if (id >= kFirstPrintable && id < kFirstNotAscii)
        return std::string(1, static_cast<char>(id));
    return id < kBytes ? fmt::format("<0x{:02X}>", id) : fmt::format("<{}>", id);
}

Vocabulary byteVocabulary(const Alphabet *alphabet)
{
    Vocabulary vocabulary;
    for (int id = 0; id < ByteTokenizer::kVocabularySize; ++id)
        vocabulary.tokens.push_back(nameOf(id));
    vocabulary.special.eos = WideTokenId{0};
    vocabulary.special.pad = WideTokenId{1};
    vocabulary.alphabet = alphabet;
    markSpecial(vocabulary);
    std::fill(vocabulary.isSpecial.begin() + kBytes, vocabulary.isSpecial.end(), true); // no text has them
    return vocabulary;
}

} // namespace

ByteTokenizer::ByteTokenizer(const Alphabet *alphabet)
    : Tokenizer(byteVocabulary(alphabet))
{
    findTargets();
}

std::string ByteTokenizer::lettersOf(WideTokenId id) const
{
    return isSpecial(id) ? std::string() : std::string(1, static_cast<char>(id));
}

Result<void> ByteTokenizer::append(std::string_view text, std::vector<WideTokenId> &ids,
                                   std::vector<LetterRange> *letters) const
{
    for (const char c : text)
        ids.push_back(static_cast<unsigned char>(c));
    if (letters != nullptr)
        for (std::size_t at = 0; at < text.size(); ++at)
            letters->push_back({at, at + 1});
    return {};
}

std::string ByteTokenizer::decode(std::span<const WideTokenId> ids) const
{
    std::string text;
    for (const WideTokenId id : ids) {
        const unsigned value = std::max<unsigned>(id, kFirstPrintable);
        if (value < 0x80) {
            text += static_cast<char>(value);
        } else { // two bytes of UTF-8 up to U+07FF
            text += static_cast<char>(0xC0 | (value >> 6));
            text += static_cast<char>(0x80 | (value & 0x3F));
        }
    }
    return text;
}

} // namespace anneal
