// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/alphabet.h"

#include <algorithm>

#include <fmt/format.h>

#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::string_view kMaskText = "<mask>";

} // namespace

/// The only place that may fill an Alphabet.
struct AlphabetBuilder {
    Alphabet alphabet;

    AlphabetBuilder(std::string name, std::vector<std::string> tokens)
    {
        alphabet.m_name = std::move(name);
        alphabet.m_tokens = std::move(tokens);
        alphabet.m_ids.fill(Alphabet::kNoToken);
        alphabet.m_mask = id(kMaskText);
        for (std::size_t i = 0; i < alphabet.m_tokens.size(); ++i) {
            if (alphabet.m_tokens[i].size() == 1)
                read(alphabet.m_tokens[i][0], static_cast<TokenId>(i));
        }
        for (const TokenId special : {alphabet.m_cls, alphabet.m_pad, alphabet.m_eos, alphabet.m_unk, alphabet.m_mask})
            alphabet.m_special[special] = true;
    }

    [[nodiscard]] TokenId id(std::string_view token) const
    {
        const auto found = std::find(alphabet.m_tokens.begin(), alphabet.m_tokens.end(), token);
        return static_cast<TokenId>(found - alphabet.m_tokens.begin());
    }

    void read(char letter, TokenId as)
    {
        const auto upper = static_cast<unsigned char>(letter);
        alphabet.m_ids[upper] = as;
        if (upper >= 'A' && upper <= 'Z')
            alphabet.m_ids[upper + ('a' - 'A')] = as;
    }

    void setCanonical(std::string_view letters)
    {
        for (const char letter : letters)
            alphabet.m_canonical.push_back(static_cast<TokenId>(alphabet.idOf(letter)));
    }

    void setAmbiguous(std::string_view letters)
    {
        for (const char letter : letters)
            alphabet.m_ambiguous[static_cast<std::size_t>(alphabet.idOf(letter))] = true;
    }
};

namespace {

/// The alphabets of DNA and RNA differ in one base, and each reads the other's as its own.
Alphabet nucleicAlphabet(std::string name, char base, char alsoRead)
{
    AlphabetBuilder builder(std::move(name), {"<cls>", "<pad>", "<eos>", "<unk>", "A", "C", "G", std::string(1, base),
                                              "N",     "R",     "Y",     "K",     "M", "S", "W", "B",
                                              "D",     "H",     "V",     "<mask>"});
    builder.setCanonical(std::string("ACG") + base);
    builder.setAmbiguous("NRYKMSWBDHV");
    builder.read(alsoRead, builder.id(std::string(1, base)));
    return std::move(builder.alphabet);
}

} // namespace

const Alphabet &Alphabet::protein()
{
    static const Alphabet alphabet = [] {
        AlphabetBuilder builder("protein",
                                {"<cls>", "<pad>", "<eos>", "<unk>", "L", "A", "G", "V", "S", "E",        "R",
                                 "T",     "I",     "D",     "P",     "K", "Q", "N", "F", "Y", "M",        "H",
                                 "W",     "C",     "X",     "B",     "U", "Z", "O", ".", "-", "<null_1>", "<mask>"});
        builder.setCanonical("ACDEFGHIKLMNPQRSTVWY");
        builder.read('J', builder.alphabet.unk());
        return std::move(builder.alphabet);
    }();
    return alphabet;
}

const Alphabet &Alphabet::dna()
{
    static const Alphabet alphabet = nucleicAlphabet("dna", 'T', 'U');
    return alphabet;
}

const Alphabet &Alphabet::rna()
{
    static const Alphabet alphabet = nucleicAlphabet("rna", 'U', 'T');
    return alphabet;
}

Result<const Alphabet *> Alphabet::byName(std::string_view name)
{
    for (const Alphabet *alphabet : {&protein(), &dna(), &rna()}) {
        if (alphabet->name() == name)
            return alphabet;
    }
    return fail(ErrorCode::Config,
                fmt::format("There is no alphabet '{}'; choose protein, dna or rna.", displayText(name)));
}

bool Alphabet::isSpecial(TokenId id) const
{
    return m_special[id];
}

bool Alphabet::isAmbiguous(TokenId id) const
{
    return m_ambiguous[id];
}

Result<std::vector<TokenId>> Alphabet::encode(std::string_view sequence) const
{
    std::vector<TokenId> ids{m_cls};
    ids.reserve(sequence.size() + 2);
    std::size_t column = 1;
    for (std::size_t at = 0; at < sequence.size(); ++column) {
        const char letter = sequence[at];
        if (sequence.substr(at, kMaskText.size()) == kMaskText) {
            ids.push_back(m_mask);
            at += kMaskText.size();
        } else if (const int id = idOf(letter); id != kNoToken) {
            ids.push_back(static_cast<TokenId>(id));
            ++at;
        } else if (letter == ' ' || (letter >= '\t' && letter <= '\r')) {
            ++at;
        } else {
            return fail(ErrorCode::Data,
                        fmt::format("{} at column {} is not a letter of the {} alphabet; correct it or leave it out.",
                                    describeCharacter(sequence.substr(at)), column, m_name));
        }
    }
    ids.push_back(m_eos);
    return ids;
}

std::string Alphabet::decode(const TokenId *ids, std::size_t count) const
{
    std::string text;
    text.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        text += ids[i] < m_tokens.size() ? m_tokens[ids[i]] : m_tokens[m_unk];
    return text;
}

} // namespace anneal
