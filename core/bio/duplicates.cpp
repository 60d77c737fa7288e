// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/duplicates.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "bio/findings.h"

namespace anneal {

namespace {

/// Equal peptides below this length are no wonder, so they are a note and not a warning.
constexpr std::size_t kLongEnoughToMatter = 20;
constexpr std::string_view kLineSuffix = " (line ";

std::string_view residues(const SequenceSet &set, std::size_t i)
{
    return {reinterpret_cast<const char *>(set.sequence(i)), set.length(i)};
}

std::vector<Repeat> repeatedIds(const SequenceSet &set)
{
    std::vector<Repeat> repeats;
    FirstSeen seen(set.size());
    for (std::uint32_t i = 0; i < set.size(); ++i) {
        const std::string_view name = set.name(i);
        const std::uint32_t first =
            seen.firstOf(stableHash(name), i, [&](std::uint32_t j) { return set.name(j) == name; });
        if (first != i)
            repeats.push_back({first, i});
    }
    return repeats;
}

void renameRepeated(SequenceSet &set, const std::vector<Repeat> &repeats)
{
    std::string names;
    std::vector<std::uint32_t> offsets{0};
    auto repeat = repeats.begin();
    for (std::size_t i = 0; i < set.size(); ++i) {
        names += set.name(i);
        if (repeat != repeats.end() && repeat->again == i) {
            names += fmt::format("{}{})", kLineSuffix, set.lines[i]);
            ++repeat;
        }
        offsets.push_back(static_cast<std::uint32_t>(names.size()));
    }
    set.names = std::move(names);
    set.nameOffsets = std::move(offsets);
}

/// "a, c and d", "a, c, d and 5 more": the members of the first group.
std::string groupNames(const SequenceSet &set, const std::vector<Repeat> &repeats)
{
    std::vector<std::string_view> names{set.name(repeats.front().first)};
    for (const Repeat &repeat : repeats) {
        if (repeat.first == repeats.front().first)
            names.push_back(set.name(repeat.again));
    }
    if (names.size() > 4)
        return fmt::format("{}, {}, {} and {} more", names[0], names[1], names[2], names.size() - 3);
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

} // namespace

std::uint64_t residueHash(const SequenceSet &set, std::size_t i, std::uint64_t seed)
{
    return stableHash(residues(set, i), seed);
}

bool sameResidues(const SequenceSet &a, std::size_t i, const SequenceSet &b, std::size_t j)
{
    return residues(a, i) == residues(b, j);
}

std::vector<Repeat> repeatedSequences(const SequenceSet &set)
{
    std::vector<Repeat> repeats;
    FirstSeen seen(set.size());
    for (std::uint32_t i = 0; i < set.size(); ++i) {
        const std::uint32_t first =
            seen.firstOf(residueHash(set, i), i, [&](std::uint32_t j) { return sameResidues(set, i, set, j); });
        if (first != i)
            repeats.push_back({first, i});
    }
    return repeats;
}

void reportDuplicateIds(SequenceSet &set, const std::string &fileName)
{
    const std::vector<Repeat> repeats = repeatedIds(set);
    if (repeats.empty())
        return;
    const Repeat one = repeats.front();
    const char *how = sameResidues(set, one.first, set, one.again) ? "the same sequence" : "different sequences";
    const auto count = static_cast<std::int64_t>(repeats.size());
    const auto line = static_cast<std::int64_t>(set.lines[one.again]);
    set.warnings.push_back(
        {"duplicate_ids",
         fmt::format("{}: id '{}' stands at lines {} and {} with {}; {} got the line added to the name, "
                     "so that results stay tellable apart.",
                     fileName, set.name(one.first), set.lines[one.first], line, how, counted(count, "repeated id")),
         line, count});
    renameRepeated(set, repeats);
}

void reportDuplicateSequences(SequenceSet &set, const std::string &fileName, bool divided)
{
    const std::vector<Repeat> repeats = repeatedSequences(set);
    if (repeats.empty())
        return;
    const bool matters = !divided && std::any_of(repeats.begin(), repeats.end(), [&](const Repeat &repeat) {
        return set.length(repeat.again) >= kLongEnoughToMatter;
    });
    const auto count = static_cast<std::int64_t>(repeats.size());
    const auto line = static_cast<std::int64_t>(set.lines[repeats.front().again]);
    auto &list = matters ? set.warnings : set.notes;
    list.push_back(
        {"duplicate_sequences",
         fmt::format("{}: {} are the same sequence (first repeated at line {}); {} of {} sequences repeat an earlier "
                     "one, and equal ones must not fall on both sides of a split.",
                     fileName, groupNames(set, repeats), line, count, set.size()),
         line, count});
}

std::string_view idInFile(std::string_view name)
{
    return name.substr(0, name.find(kLineSuffix));
}

} // namespace anneal
