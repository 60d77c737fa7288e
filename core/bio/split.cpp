// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/split.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "bio/duplicates.h"
#include "bio/findings.h"
#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

using Indices = std::vector<std::uint32_t>;

/// Sequences by the id that the file gives them; an id may stand for several.
std::unordered_map<std::string_view, Indices> indicesById(const SequenceSet &set)
{
    std::unordered_map<std::string_view, Indices> byId;
    byId.reserve(set.size());
    for (std::uint32_t i = 0; i < set.size(); ++i)
        byId[idInFile(set.name(i))].push_back(i);
    return byId;
}

/// Line of the row that named each sequence (0 = none) and the part it got.
struct Assignment {
    std::vector<Part> parts;
    std::vector<std::int64_t> lines;
};

Result<Assignment> assign(const SequenceSet &set, const std::vector<SplitRow> &rows, const std::string &path)
{
    const auto byId = indicesById(set);
    Assignment assignment{std::vector<Part>(set.size(), Part::Train), std::vector<std::int64_t>(set.size(), 0)};
    for (const SplitRow &row : rows) {
        const auto found = byId.find(row.id);
        if (found == byId.end()) {
            return dataError(
                path, row.line,
                fmt::format("Id '{}' at line {} is not among the sequences; correct the id, or leave the line out.",
                            row.id, row.line));
        }
        for (const std::uint32_t i : found->second) {
            if (assignment.lines[i] > 0 && assignment.parts[i] != row.part) {
                return dataError(path, row.line,
                                 fmt::format("Id '{}' stands in different parts at lines {} and {}; keep one of them.",
                                             row.id, assignment.lines[i], row.line));
            }
            assignment.parts[i] = row.part;
            assignment.lines[i] = row.line;
        }
    }
    return assignment;
}

/// Held-out sequences that also stand in train (or validation and test sharing one).
void warnOfLeaks(const SequenceSet &set, const std::vector<Part> &parts, const std::vector<std::int64_t> &lines,
                 const std::string &fileName, Split &split)
{
    FirstSeen seen(set.size());
    std::int64_t count = 0;
    std::uint32_t inPart = 0;
    std::uint32_t leaks = 0;
    for (const Indices *part : {&split.train, &split.validation, &split.test}) {
        for (const std::uint32_t i : *part) {
            const std::uint32_t first =
                seen.firstOf(residueHash(set, i), i, [&](std::uint32_t j) { return sameResidues(set, i, set, j); });
            if (parts[first] == parts[i])
                continue;
            if (count == 0) {
                inPart = first;
                leaks = i;
            }
            ++count;
        }
    }
    if (count == 0)
        return;
    split.warnings.push_back(
        {"split_leak",
         fmt::format("{}: {} the same residues as a sequence of another part, first {} (line {}) and {}: "
                     "the validation loss will look too good.",
                     fileName,
                     count == 1 ? "1 held-out sequence has" : fmt::format("{} held-out sequences have", count),
                     set.name(leaks), lines[leaks], set.name(inPart)),
         lines[leaks], count});
}

void noteAbsent(const Assignment &assignment, const std::string &fileName, Split &split)
{
    const bool namesTrain =
        std::any_of(split.train.begin(), split.train.end(), [&](std::uint32_t i) { return assignment.lines[i] > 0; });
    const auto absent = std::count(assignment.lines.begin(), assignment.lines.end(), 0);
    // A file that lists the held-out ids only means the rest; one that lists train too may have forgotten some.
    if (!namesTrain || absent == 0)
        return;
    split.warnings.push_back({"not_in_split",
                              fmt::format("{}: {} not named in the split file and used for training.", fileName,
                                          absent == 1 ? "1 sequence is" : fmt::format("{} sequences are", absent)),
                              0, absent});
}

/// 0 ≤ value < 1, the same for equal residues.
double place(const SequenceSet &set, std::uint32_t i, std::uint64_t seed)
{
    return static_cast<double>(residueHash(set, i, seed) >> 11) * 0x1.0p-53;
}

} // namespace

Split splitByParts(const SequenceSet &set, const std::vector<Part> &parts, const std::vector<std::int64_t> &lines,
                   const std::string &fileName)
{
    Split split;
    Indices *const lists[] = {&split.train, &split.validation, &split.test};
    for (std::uint32_t i = 0; i < set.size(); ++i)
        lists[static_cast<std::size_t>(parts[i])]->push_back(i);
    warnOfLeaks(set, parts, lines, fileName, split);
    return split;
}

Result<Split> splitByFile(const SequenceSet &set, const std::filesystem::path &tsv)
{
    const auto rows = readSplitFile(tsv);
    if (!rows)
        return Failure(rows.error());
    const auto assignment = assign(set, *rows, displayPath(tsv));
    if (!assignment)
        return Failure(assignment.error());
    const std::string fileName = displayPath(tsv.filename());
    Split split = splitByParts(set, assignment->parts, assignment->lines, fileName);
    noteAbsent(*assignment, fileName, split);
    return split;
}

Split splitByFraction(const SequenceSet &set, double fraction, std::uint64_t seed)
{
    std::vector<double> places(set.size());
    for (std::uint32_t i = 0; i < set.size(); ++i)
        places[i] = place(set, i, seed);
    // In a small set chance may leave a side empty: the lowest place is always held out, the highest never.
    double limit = fraction;
    if (!places.empty() && fraction > 0) {
        const auto [lowest, highest] = std::minmax_element(places.begin(), places.end());
        limit = std::min(std::max(fraction, std::nextafter(*lowest, 1.0)), *highest);
    }
    Split split;
    for (std::uint32_t i = 0; i < set.size(); ++i)
        (places[i] < limit ? split.validation : split.train).push_back(i);
    return split;
}

} // namespace anneal
