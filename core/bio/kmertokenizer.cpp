// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/kmertokenizer.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace anneal {

namespace {

constexpr std::string_view kBases = "ACGT";

int baseCode(char c)
{
    const std::size_t found = kBases.find(c);
    return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

std::array<std::int8_t, 256> baseCodes()
{
    std::array<std::int8_t, 256> codes;
    codes.fill(-1);
    for (const char base : kBases)
        codes[static_cast<unsigned char>(base)] = static_cast<std::int8_t>(baseCode(base));
    return codes;
}

bool isWhiteSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// A byte that goes on with a character of UTF-8.
bool continuesCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

} // namespace

/// One place of the sequence as it is written.
struct KmerTokenizer::Unit {
    int code = -1; ///< of the base; −1 = none of the four
    bool hidden = false;
    std::size_t size = 1; ///< bytes; 0 for white space, which is no place
};

KmerTokenizer::KmerTokenizer(int k, Vocabulary vocabulary)
    : Tokenizer(std::move(vocabulary))
    , m_k(k)
    , m_maskText(special().mask ? token(*special().mask) : std::string())
    , m_idOf(std::size_t{1} << (2 * k), special().unk.value_or(0))
{
    assert(special().unk);
    for (std::size_t id = 0; id < tokens().size(); ++id) {
        const std::string &kmer = tokens()[id];
        if (kmer.size() != static_cast<std::size_t>(k) || isSpecial(static_cast<WideTokenId>(id)))
            continue;
        std::size_t number = 0;
        for (const char c : kmer)
            number = number * 4 + static_cast<std::size_t>(baseCode(c));
        m_idOf[number] = static_cast<WideTokenId>(id);
    }
    findTargets();
}

KmerTokenizer::Unit KmerTokenizer::nextUnit(std::string_view text, std::size_t at) const
{
    static const std::array<std::int8_t, 256> codes = baseCodes();
    const char c = text[at];
    if (const int code = codes[static_cast<unsigned char>(c)]; code >= 0)
        return {code, false, 1};
    if (isWhiteSpace(c))
        return {-1, false, 0};
    if (!m_maskText.empty() && text.substr(at).starts_with(m_maskText))
        return {-1, true, m_maskText.size()};
    std::size_t size = 1;
    while (at + size < text.size() && continuesCharacter(text[at + size]))
        ++size;
    return {-1, false, size};
}

Result<void> KmerTokenizer::append(std::string_view text, std::vector<WideTokenId> &ids,
                                   std::vector<LetterRange> *letters) const
{
    const std::size_t numbers = m_idOf.size() - 1;
    std::array<std::size_t, kLongest> begins{}; // of the last k units
    std::size_t number = 0;
    std::size_t units = 0, known = 0; // read so far; of them bases since the last that is none
    std::size_t firstVisible = 0; // unit after the last hidden one
    for (std::size_t at = 0; at < text.size();) {
        const Unit unit = nextUnit(text, at);
        if (unit.size == 0) {
            ++at;
            continue;
        }
        begins[units % static_cast<std::size_t>(m_k)] = at;
        ++units;
        at += unit.size;
        known = unit.code < 0 ? 0 : known + 1;
        number = (number * 4 + static_cast<std::size_t>(std::max(unit.code, 0))) & numbers;
        firstVisible = unit.hidden ? units : firstVisible;
        const auto k = static_cast<std::size_t>(m_k);
        if (units < k)
            continue;
        const bool touchesHidden = firstVisible > units - k;
        ids.push_back(known >= k ? m_idOf[number] : touchesHidden ? *special().mask : *special().unk);
        if (letters != nullptr)
            letters->push_back({begins[units % k], at});
    }
    return {};
}

std::string KmerTokenizer::decode(std::span<const WideTokenId> ids) const
{
    const auto k = static_cast<std::size_t>(m_k);
    const auto isPlace = [this](WideTokenId id) {
        return !isSpecial(id) || id == special().unk || id == special().mask;
    };
    std::string text;
    for (std::size_t i = 0; i < ids.size();) {
        if (!isPlace(ids[i])) {
            text += token(ids[i++]);
            continue;
        }
        const std::size_t begin = text.size();
        for (const std::size_t first = i; i < ids.size() && isPlace(ids[i]); ++i) {
            text.resize(begin + (i - first) + k, 'N');
            if (!isSpecial(ids[i]))
                text.replace(begin + (i - first), k, token(ids[i]));
        }
    }
    return text;
}

} // namespace anneal
