// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/reversecomplement.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_map>

namespace anneal {

namespace {

constexpr std::string_view kStrand = "ACGTRYKMBVDHacgtrykmbvdh";
constexpr std::string_view kOther = "TGCAYRMKVBHDtgcayrmkvbhd";

/// In RNA the counterpart of A is U.
char counterpartOf(char base, bool isRna)
{
    if (isRna && (base == 'U' || base == 'u'))
        return base == 'U' ? 'A' : 'a';
    const char other = complementOf(base);
    return isRna && (other == 'T' || other == 't') ? static_cast<char>(other + 1) : other;
}

std::string otherStrand(std::string_view letters, const Tokenizer &tokenizer)
{
    const bool isRna = tokenizer.alphabet() == &Alphabet::rna();
    std::string text(letters.rbegin(), letters.rend());
    for (char &base : text)
        base = counterpartOf(base, isRna);
    return text;
}

/// Each token's number once for every letter of it.
std::vector<float> byLetter(std::span<const std::int64_t> tokens, std::span<const float> shares,
                            const std::vector<std::size_t> &numLetters)
{
    std::vector<float> letters;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        letters.insert(letters.end(), numLetters[static_cast<std::size_t>(tokens[i])], shares[i]);
    return letters;
}

} // namespace

char complementOf(char base)
{
    const std::size_t found = kStrand.find(base);
    return found == std::string_view::npos ? base : kOther[found];
}

std::optional<ReverseComplement> ReverseComplement::of(const Tokenizer &tokenizer)
{
    ReverseComplement made(tokenizer);
    if (tokenizer.kind() == TokenizerKind::Bpe || !made.findCounterparts())
        return std::nullopt;
    return made;
}

bool ReverseComplement::findCounterparts()
{
    std::unordered_map<std::string, WideTokenId> ids;
    for (int id = 0; id < m_tokenizer->size(); ++id)
        ids.emplace(m_tokenizer->lettersOf(static_cast<WideTokenId>(id)), static_cast<WideTokenId>(id));
    for (int id = 0; id < m_tokenizer->size(); ++id) {
        const auto token = static_cast<WideTokenId>(id);
        const std::string letters = m_tokenizer->lettersOf(token);
        const auto found = ids.find(otherStrand(letters, *m_tokenizer));
        if (found == ids.end())
            return false;
        m_counterpart.push_back(letters.empty() ? token : found->second);
        m_numLetters.push_back(std::max<std::size_t>(1, letters.size()));
    }
    return true;
}

void ReverseComplement::apply(std::span<std::int64_t> tokens) const
{
    // k-mers side by side leave what is too short at the end: from the other end they are cut elsewhere.
    if (m_tokenizer->kind() == TokenizerKind::Kmers)
        return cutAgain(tokens);
    std::reverse(tokens.begin(), tokens.end());
    for (std::int64_t &token : tokens)
        token = m_counterpart[static_cast<std::size_t>(token)];
}

/// Runs between special tokens (unknown letters) one by one. A run of n bases has n/k k-mers and the rest in single
/// bases whichever end it is cut from.
void ReverseComplement::cutAgain(std::span<std::int64_t> tokens) const
{
    std::vector<WideTokenId> cut;
    std::string letters;
    const auto flush = [&] {
        [[maybe_unused]] const auto read = m_tokenizer->append(letters, cut);
        assert(read);
        letters.clear();
    };
    for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
        const auto id = static_cast<WideTokenId>(*token);
        if (!m_tokenizer->isSpecial(id)) {
            letters += otherStrand(m_tokenizer->lettersOf(id), *m_tokenizer);
            continue;
        }
        flush();
        cut.push_back(id);
    }
    flush();
    assert(cut.size() == tokens.size());
    std::copy_n(cut.begin(), std::min(cut.size(), tokens.size()), tokens.begin());
}

void ReverseComplement::apply(std::span<std::int64_t> tokens, std::span<float> shares) const
{
    std::vector<float> letters = byLetter(tokens, shares, m_numLetters);
    std::reverse(letters.begin(), letters.end());
    apply(tokens);
    std::size_t at = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t count = m_numLetters[static_cast<std::size_t>(tokens[i])];
        float sum = 0;
        for (std::size_t letter = 0; letter < count && at < letters.size(); ++letter)
            sum += letters[at++];
        shares[i] = sum / static_cast<float>(count);
    }
}

} // namespace anneal
