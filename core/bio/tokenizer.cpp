// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tokenizer.h"

#include <algorithm>

namespace anneal {

std::optional<WideTokenId> Vocabulary::find(std::string_view token) const
{
    const auto found = std::find(tokens.begin(), tokens.end(), token);
    if (found == tokens.end())
        return std::nullopt;
    return static_cast<WideTokenId>(found - tokens.begin());
}

void markSpecial(Vocabulary &vocabulary, const std::vector<std::string> &names)
{
    vocabulary.isSpecial.resize(vocabulary.tokens.size(), false);
    const SpecialTokens &special = vocabulary.special;
    for (const auto &id :
         {special.cls, special.pad, special.eos, special.unk, special.mask, vocabulary.start, vocabulary.end})
        if (id)
            vocabulary.isSpecial[*id] = true;
    for (const std::string &name : names)
        if (const auto id = vocabulary.find(name))
            vocabulary.isSpecial[*id] = true;
}

Tokenizer::Tokenizer(Vocabulary vocabulary)
    : m_vocabulary(std::move(vocabulary))
    , m_isTarget(m_vocabulary.tokens.size(), false)
{
}

bool Tokenizer::isAmbiguous(WideTokenId id) const
{
    const Alphabet *letters = alphabet();
    if (letters == nullptr)
        return false;
    const std::string text = lettersOf(id);
    return std::any_of(text.begin(), text.end(), [letters](char letter) {
        const int known = letters->idOf(letter);
        return known != Alphabet::kNoToken && letters->isAmbiguous(static_cast<TokenId>(known));
    });
}

void Tokenizer::findTargets()
{
    for (std::size_t id = 0; id < m_isTarget.size(); ++id) {
        const auto token = static_cast<WideTokenId>(id);
        m_isTarget[id] = !isSpecial(token) && !isAmbiguous(token);
    }
}

std::string Tokenizer::lettersOf(WideTokenId id) const
{
    return isSpecial(id) ? std::string() : token(id);
}

Result<std::vector<WideTokenId>> Tokenizer::encode(std::string_view text) const
{
    std::vector<WideTokenId> ids;
    if (startToken())
        ids.push_back(*startToken());
    if (auto appended = append(text, ids); !appended)
        return Failure(appended.error());
    if (endToken())
        ids.push_back(*endToken());
    return ids;
}

std::string Tokenizer::decode(std::span<const WideTokenId> ids) const
{
    std::string text;
    for (const WideTokenId id : ids)
        if (id < size())
            text += isSpecial(id) ? token(id) : lettersOf(id);
    return text;
}

} // namespace anneal
