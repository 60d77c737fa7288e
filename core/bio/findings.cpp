// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/findings.h"

#include <fmt/format.h>

#include "base/units.h"

namespace anneal {

namespace {

struct Kind {
    Finding finding;
    const char *word;
};

/// In the order in which they are shown.
constexpr Kind kKinds[] = {
    {Finding::HeaderEncoding, "header_encoding"},
    {Finding::NoId, "no_id"},
    {Finding::EmptyRecord, "empty_record"},
    {Finding::Numbers, "numbers"},
    {Finding::Spaces, "spaces"},
    {Finding::InvisibleSpaces, "invisible_spaces"},
    {Finding::Gaps, "gaps"},
    {Finding::Stops, "stop_codons"},
    {Finding::Rna, "rna"},
};

std::string at(const Found &found)
{
    return fmt::format("record {}, line {}, column {}", found.record, found.first.line, found.first.column);
}

} // namespace

std::string counted(std::int64_t count, const std::string &noun)
{
    return fmt::format("{} {}{}", formatCount(static_cast<double>(count)), noun, count == 1 ? "" : "s");
}

void Findings::add(Finding kind, Place place, std::string_view record, std::int64_t count)
{
    Found &found = m_found[static_cast<std::size_t>(kind)];
    if (found.count == 0) {
        found.first = place;
        found.record = record;
    }
    found.count += count;
}

std::string Findings::sentence(Finding kind, std::size_t records) const
{
    const Found &found = of(kind);
    switch (kind) {
    case Finding::HeaderEncoding:
        return fmt::format(
            "{} not UTF-8 text (first at line {}) and shown with replacement marks; sequences are unharmed",
            found.count == 1 ? "1 header is" : fmt::format("{} headers are", found.count), found.first.line);
    case Finding::NoId:
        return fmt::format("{} without a name, first at line {}; named by position, such as '{}'",
                           counted(found.count, "record"), found.first.line, found.record);
    case Finding::EmptyRecord:
        return fmt::format("record {} (line {}) is empty and was left out; {} in all", found.record, found.first.line,
                           counted(found.count, "empty record"));
    case Finding::Numbers:
        return fmt::format("{} and spaces inside sequences, as copied from GenBank, were removed; first at {}",
                           counted(found.count, "line number"), at(found));
    case Finding::Spaces:
        return fmt::format("spaces inside sequences were removed at {}, first at {}", counted(found.count, "place"),
                           at(found));
    case Finding::InvisibleSpaces:
        return fmt::format("{} (Unicode, as on web pages) removed, first at {}",
                           found.count == 1 ? "1 invisible space was"
                                            : fmt::format("{} invisible spaces were", found.count),
                           at(found));
    case Finding::Gaps:
        return fmt::format("{} of {} sequences contain gaps ('-' or '.'{}), first at {}: this looks like an alignment; "
                           "the {} removed",
                           of(Finding::GapRecords).count, records,
                           m_lowerCase > 0 ? ", and lower-case insertions as in A3M, which are read as residues" : "",
                           at(found), found.count == 1 ? "gap was" : fmt::format("{} gaps were", found.count));
    case Finding::Stops:
        return fmt::format("{} '*' inside sequences, first at {}: likely a frame shift; kept as an unknown residue",
                           found.count, at(found));
    case Finding::Rna:
        return fmt::format("this is RNA: U is read as T, {}, first at line {}", counted(found.count, "base"),
                           found.first.line);
    case Finding::GapRecords:
    case Finding::Last:
        break;
    }
    return {};
}

std::vector<ReadWarning> Findings::warnings(const std::string &fileName, std::size_t records) const
{
    std::vector<ReadWarning> warnings;
    for (const Kind &kind : kKinds) {
        const Found &found = of(kind.finding);
        const bool saidWithNumbers = kind.finding == Finding::Spaces && of(Finding::Numbers).count > 0;
        if (found.count == 0 || saidWithNumbers)
            continue;
        warnings.push_back({kind.word, fmt::format("{}: {}.", fileName, sentence(kind.finding, records)),
                            found.first.line, found.count});
    }
    return warnings;
}

} // namespace anneal
