// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/plausibility.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "base/units.h"
#include "bio/textinput.h"

namespace anneal {

namespace {

/// A peptide this short may use the letters of DNA by chance.
constexpr std::size_t kShortest = 8;
/// A protein this long never does.
constexpr std::size_t kCertain = 30;
constexpr std::size_t kDifferentBases = 3;

using Counts = std::array<std::int64_t, 256>;

Counts countTokens(const SequenceSet &set)
{
    // Four tables: a repeated letter need not wait for its own last count.
    std::array<Counts, 4> tables{};
    const std::size_t whole = set.tokens.size() / 4 * 4;
    for (std::size_t i = 0; i < whole; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            ++tables[lane][set.tokens[i + lane]];
    }
    for (std::size_t i = whole; i < set.tokens.size(); ++i)
        ++tables[0][set.tokens[i]];
    for (std::size_t token = 0; token < tables[0].size(); ++token)
        tables[0][token] += tables[1][token] + tables[2][token] + tables[3][token];
    return tables[0];
}

/// The letters A C G T U N of the protein alphabet, as bits; the other letters have none.
std::array<std::uint8_t, 256> baseBits(const Alphabet &alphabet)
{
    std::array<std::uint8_t, 256> bits{};
    std::uint8_t bit = 1;
    for (const char letter : std::string_view("ACGTUN")) {
        bits[static_cast<std::size_t>(alphabet.idOf(letter))] = bit;
        bit = static_cast<std::uint8_t>(bit << 1);
    }
    return bits;
}

bool looksLikeDna(const SequenceSet &set, std::size_t i, const std::array<std::uint8_t, 256> &bits)
{
    constexpr std::uint8_t kUnknownBase = 1 << 5; // N says nothing
    if (set.length(i) < kShortest)
        return false;
    std::uint8_t seen = 0;
    for (std::size_t at = 0; at < set.length(i); ++at) {
        const std::uint8_t bit = bits[set.sequence(i)[at]];
        if (bit == 0)
            return false;
        seen |= bit;
    }
    return std::popcount(static_cast<unsigned>(seen & ~kUnknownBase)) >= static_cast<int>(kDifferentBases);
}

void warnOfDna(SequenceSet &set, const std::string &fileName, std::int64_t linesToLetters)
{
    const auto bits = baseBits(*set.alphabet);
    std::size_t count = 0;
    std::size_t first = 0;
    bool certain = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (!looksLikeDna(set, i, bits))
            continue;
        first = count == 0 ? i : first;
        certain = certain || set.length(i) >= kCertain;
        ++count;
    }
    if (count == 0 || (!certain && 2 * count < set.size()))
        return;
    const auto line = static_cast<std::int64_t>(set.lines[first]) + linesToLetters;
    set.warnings.push_back(
        {"looks_like_dna",
         fmt::format("{}: {} of {} sequences use only the letters A, C, G, T, U and N (first: record {}, line {}): "
                     "this looks like DNA given to a protein model; choose the DNA alphabet if it is.",
                     fileName, count, set.size(), set.name(first), line),
         line, static_cast<std::int64_t>(count)});
}

Result<void> checkBases(SequenceSet &set, const std::string &fileName, const std::string &path,
                        std::int64_t linesToLetters)
{
    const Counts counts = countTokens(set);
    const auto total = static_cast<std::int64_t>(set.tokens.size());
    std::int64_t codes = 0; // that stand for several bases; N is left out, long runs of it are normal
    for (const char letter : std::string_view("RYKMSWBDHV"))
        codes += counts[static_cast<std::size_t>(set.alphabet->idOf(letter))];
    if (set.tokens.size() < kShortest || codes * 5 < total)
        return {};
    const auto line = static_cast<std::int64_t>(set.lines.front()) + linesToLetters;
    const std::string what =
        fmt::format("{} of {} letters are none of A, C, G, T and N: this looks like protein", codes, total);
    if (codes * 2 > total)
        return dataError(path, line, what + "; choose the protein alphabet, or a file of DNA.");
    set.warnings.push_back(
        {"mostly_ambiguous", fmt::format("{}: {}, or like a consensus; check the file.", fileName, what), line, codes});
    return {};
}

void note(SequenceSet &set, const char *kind, std::string message, std::int64_t count, std::int64_t line = 0)
{
    set.notes.push_back({kind, std::move(message), line, count});
}

void noteLetters(SequenceSet &set, const std::string &fileName)
{
    const Counts counts = countTokens(set);
    const bool isDna = set.alphabet->isNucleic();
    std::vector<std::string> shown;
    std::int64_t sum = 0;
    for (int id = 0; id < set.alphabet->size(); ++id) {
        const auto &canonical = set.alphabet->canonical();
        const std::int64_t count = counts[static_cast<std::size_t>(id)];
        if (count == 0 || std::find(canonical.begin(), canonical.end(), static_cast<TokenId>(id)) != canonical.end())
            continue;
        sum += count;
        shown.push_back(fmt::format("{} {}", set.alphabet->token(static_cast<TokenId>(id)),
                                    formatCount(static_cast<double>(count))));
    }
    if (sum == 0)
        return;
    const std::string list = fmt::format("{}", fmt::join(shown, ", "));
    const std::string share = fmt::format("{} of {}", formatCount(static_cast<double>(sum)),
                                          formatCount(static_cast<double>(set.tokens.size())));
    if (isDna) {
        note(set, "ambiguous_bases",
             fmt::format("{}: {} bases are ambiguous and never scored ({}).", fileName, share, list), sum);
    } else {
        note(set, "rare_residues",
             fmt::format("{}: {} residues are none of the 20 amino acids ({}).", fileName, share, list), sum);
    }
}

void noteRecordsWithoutSignal(SequenceSet &set, const std::string &fileName)
{
    std::array<bool, 256> says{};
    for (const TokenId id : set.alphabet->canonical())
        says[id] = true;
    std::int64_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const TokenId *begin = set.sequence(i);
        if (std::any_of(begin, begin + set.length(i), [&](TokenId id) { return says[id]; }))
            continue;
        first = count == 0 ? i : first;
        ++count;
    }
    if (count == 0)
        return;
    const auto line = static_cast<std::int64_t>(set.lines[first]);
    note(set, "no_signal",
         fmt::format("{}: {} of unknown letters only carry no signal; first: {} (line {}).", fileName,
                     counted(count, "record"), set.name(first), line),
         count, line);
}

} // namespace

Result<void> checkPlausible(SequenceSet &set, const std::string &fileName, const std::string &path,
                            std::int64_t linesToLetters)
{
    if (set.alphabet->isNucleic())
        return checkBases(set, fileName, path, linesToLetters);
    warnOfDna(set, fileName, linesToLetters);
    return {};
}

void addNotes(SequenceSet &set, const std::string &fileName, const Findings &findings)
{
    if (set.alphabet->isNucleic() && findings.lowerCase() > 0) {
        note(set, "soft_masked",
             fmt::format("{}: {} of {} bases are lower case (masked as repeats) and read as upper case.", fileName,
                         findings.lowerCase(), set.tokens.size()),
             findings.lowerCase());
    }
    noteLetters(set, fileName);
    noteRecordsWithoutSignal(set, fileName);
}

} // namespace anneal
