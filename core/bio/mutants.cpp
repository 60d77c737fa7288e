// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/mutants.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr const char *kWildTypeName = "wild_type.fasta";

struct ThreeLetters {
    std::string_view code;
    char letter;
};

constexpr ThreeLetters kResidues[] = {
    {"ala", 'A'}, {"arg", 'R'}, {"asn", 'N'}, {"asp", 'D'}, {"cys", 'C'}, {"gln", 'Q'}, {"glu", 'E'}, {"gly", 'G'},
    {"his", 'H'}, {"ile", 'I'}, {"leu", 'L'}, {"lys", 'K'}, {"met", 'M'}, {"phe", 'F'}, {"pro", 'P'}, {"ser", 'S'},
    {"thr", 'T'}, {"trp", 'W'}, {"tyr", 'Y'}, {"val", 'V'}, {"ter", '*'}, {"sec", 'U'}, {"pyl", 'O'},
};

/// A residue at the beginning of the text, in one letter or three; takes it off.
std::optional<char> takeResidue(std::string_view &text)
{
    const std::string lower = lowerCased(text.substr(0, 3));
    for (const ThreeLetters &residue : kResidues) {
        if (lower == residue.code) {
            text.remove_prefix(3);
            return residue.letter;
        }
    }
    if (text.empty() || !((text[0] >= 'A' && text[0] <= 'Z') || text[0] == '*'))
        return std::nullopt;
    const char letter = text[0];
    text.remove_prefix(1);
    return letter;
}

std::optional<Mutation> parseChange(std::string_view text)
{
    Mutation change;
    const auto from = takeResidue(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), change.position);
    if (!from || error != std::errc() || change.position < 0)
        return std::nullopt;
    change.from = *from;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text == "=") {
        change.to = change.from;
        return change;
    }
    const auto to = takeResidue(text);
    if (!to || !text.empty())
        return std::nullopt;
    change.to = *to;
    return change;
}

std::string_view withoutHgvs(std::string_view text)
{
    if (text.starts_with("p."))
        text.remove_prefix(2);
    if (text.size() > 2 && ((text.front() == '(' && text.back() == ')') || (text.front() == '[' && text.back() == ']')))
        text = text.substr(1, text.size() - 2);
    return text;
}

bool isWildTypeWord(std::string_view text)
{
    const std::string lower = lowerCased(text);
    return lower == "wt" || lower == "_wt" || lower == "wildtype" || lower == "wild type" || lower == "wild_type"
        || lower == "p.=" || lower == "=";
}

} // namespace

std::optional<std::vector<Mutation>> parseMutant(std::string_view text)
{
    std::vector<Mutation> mutations;
    if (isWildTypeWord(text))
        return mutations;
    text = withoutHgvs(text);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(":/,;"), text.size());
        const auto change = parseChange(withoutHgvs(trimmedBlanks(text.substr(0, end))));
        if (!change)
            return std::nullopt;
        mutations.push_back(*change);
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return mutations.empty() ? std::nullopt : std::optional(std::move(mutations));
}

Result<MutantBuilder> MutantBuilder::open(const LabelRequest &request, const Alphabet &alphabet,
                                          const std::string &tablePath)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path beside = fs::path(tablePath).parent_path() / kWildTypeName;
    if (request.wildType.empty() && !fs::exists(beside, ignored)) {
        return fail(ErrorCode::Data,
                    fmt::format("The table lists changes of a wild type, so the wild-type sequence is needed; name its "
                                "FASTA file, or put it beside the table as {}.",
                                kWildTypeName),
                    displayPath(tablePath));
    }
    const fs::path path = request.wildType.empty() ? beside : fs::path(request.wildType);
    const auto set = readSequences(path, alphabet);
    if (!set)
        return Failure(set.error());
    if (set->size() != 1)
        return dataError(displayPath(path), 0,
                         fmt::format("The wild-type file holds {} sequences where one is needed; leave the others out.",
                                     set->size()));
    MutantBuilder builder;
    builder.m_wildType = alphabet.decode(set->sequence(0), set->length(0));
    builder.m_fileName = displayPath(path.filename());
    builder.m_tablePath = displayPath(tablePath);
    builder.m_hash = set->fileHash;
    return builder;
}

void MutantBuilder::meet(Met &met, std::string_view name, std::int64_t line)
{
    if (met.count++ == 0) {
        met.line = line;
        met.name = displayText(name);
    }
}

bool MutantBuilder::fits(const std::vector<Mutation> &mutations, std::int64_t shift) const
{
    return std::all_of(mutations.begin(), mutations.end(), [&](const Mutation &one) {
        const std::int64_t at = one.position - 1 + shift;
        return at >= 0 && at < static_cast<std::int64_t>(m_wildType.size())
            && m_wildType[static_cast<std::size_t>(at)] == one.from;
    });
}

std::string MutantBuilder::mismatch(const Mutation &mutation) const
{
    const std::string change = fmt::format("{}{}{}", mutation.from, mutation.position, mutation.to);
    if (mutation.position < 1 || mutation.position > static_cast<std::int64_t>(m_wildType.size()))
        return fmt::format("{}: the wild type has {} residues", change, m_wildType.size());
    return fmt::format("{}: residue {} of the wild type is {}, not {}", change, mutation.position,
                       m_wildType[static_cast<std::size_t>(mutation.position - 1)], mutation.from);
}

Result<std::optional<std::string>> MutantBuilder::build(std::string_view mutant, std::int64_t line)
{
    auto mutations = parseMutant(mutant);
    if (!mutations) {
        return dataError(
            m_tablePath, line,
            fmt::format("'{}' at line {} is not a change such as M180T; correct it, or leave the line out.",
                        displayText(mutant), line));
    }
    std::string sequence = m_wildType;
    bool stops = false;
    for (const Mutation &one : *mutations) {
        if (!fits({one}, 0)) {
            m_seen.push_back(std::move(*mutations));
            return dataError(m_tablePath, line, fmt::format("Line {}: {}", line, mismatch(one)));
        }
        sequence[static_cast<std::size_t>(one.position - 1)] = one.to;
        stops = stops || one.to == '*';
    }
    if (stops)
        meet(m_stops, mutant, line);
    else if (sequence == m_wildType)
        meet(m_same, mutant, line);
    m_seen.push_back(std::move(*mutations));
    return stops ? std::nullopt : std::optional(std::move(sequence));
}

std::string MutantBuilder::advice(const std::function<std::optional<std::string>()> &next) const
{
    bool all = std::all_of(m_seen.begin(), m_seen.end(), [this](const auto &one) { return fits(one, 1); });
    std::size_t count = m_seen.size();
    for (auto mutant = all ? next() : std::nullopt; all && mutant; mutant = next()) {
        const auto mutations = parseMutant(*mutant);
        all = mutations && fits(*mutations, 1);
        ++count;
    }
    if (!all)
        return "; correct the line, or give the right wild type";
    return fmt::format("; all {} match when positions are counted from 0: add 1 to each position", count);
}

void MutantBuilder::report(const std::string &fileName, std::vector<ReadWarning> &warnings,
                           std::vector<ReadWarning> &notes) const
{
    const std::string same = m_same.count == 0
        ? std::string()
        : fmt::format("{} the wild type itself and kept (first {}, line {})",
                      m_same.count == 1 ? "1 row is" : fmt::format("{} rows are", m_same.count), m_same.name,
                      m_same.line);
    if (m_stops.count > 0) {
        warnings.push_back(
            {"stop_mutants",
             fmt::format("{}: {} a stop, which a model cannot read, and left out (first {}, line {}){}{}.", fileName,
                         m_stops.count == 1 ? "1 row makes" : fmt::format("{} rows make", m_stops.count), m_stops.name,
                         m_stops.line, same.empty() ? "" : "; ", same),
             m_stops.line, m_stops.count});
    } else if (m_same.count > 0) {
        notes.push_back({"wild_type_rows", fmt::format("{}: {}.", fileName, same), m_same.line, m_same.count});
    }
    notes.push_back(
        {"wild_type",
         fmt::format("{}: sequences are rebuilt from {} ({} residues).", fileName, m_fileName, m_wildType.size()), 0,
         1});
}

} // namespace anneal
