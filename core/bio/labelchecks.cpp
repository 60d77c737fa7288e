// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/labelchecks.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bio/duplicates.h"
#include "bio/split.h"

namespace anneal {

namespace {

std::int64_t lineOf(const SequenceSet &set, std::size_t i)
{
    return static_cast<std::int64_t>(set.lines[i]);
}

std::vector<std::int64_t> signedLines(const SequenceSet &set)
{
    return {set.lines.begin(), set.lines.end()};
}

bool hasValidation(const LabelledSet &data)
{
    return std::find(data.parts.begin(), data.parts.end(), Part::Validation) != data.parts.end();
}

/// Whether some class could lose a record and keep another. Without classes any two records will do.
bool canSpare(const LabelledSet &data)
{
    if (data.labels.kind != LabelKind::OneClass)
        return data.sequences.size() > 1;
    std::vector<int> counts(data.labels.classNames.size(), 0);
    for (const ClassId id : data.labels.classes)
        ++counts[static_cast<std::size_t>(id)];
    return std::any_of(counts.begin(), counts.end(), [](int count) { return count > 1; });
}

bool isDate(std::string_view id)
{
    static constexpr std::array<std::string_view, 12> kMonths{"jan", "feb", "mar", "apr", "may", "jun",
                                                              "jul", "aug", "sep", "oct", "nov", "dec"};
    const std::size_t dash = id.find('-');
    if (dash == std::string_view::npos)
        return false;
    const auto isMonth = [](std::string_view text) {
        return std::find(kMonths.begin(), kMonths.end(), lowerCased(text)) != kMonths.end();
    };
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && text.size() <= 4 && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::string_view left = id.substr(0, dash), right = id.substr(dash + 1);
    return (isNumber(left) && isMonth(right)) || (isMonth(left) && isNumber(right));
}

} // namespace

void warnOfConflicts(LabelledSet &data, const std::string &fileName)
{
    SequenceSet &set = data.sequences;
    if (data.labels.empty() || data.labels.kind == LabelKind::Number)
        return;
    std::int64_t count = 0;
    Repeat first;
    for (const Repeat &repeat : repeatedSequences(set)) {
        if (sameLabel(set, data.labels, repeat.first, repeat.again))
            continue;
        first = count == 0 ? repeat : first;
        ++count;
    }
    if (count == 0)
        return;
    const std::int64_t line = lineOf(set, first.again);
    set.warnings.push_back(
        {"conflicting_labels",
         fmt::format("{}: {} and {} (line {}) are the same sequence with labels {} and {}; {} of this kind in all, and "
                     "no model can be right about both.",
                     fileName, set.name(first.first), set.name(first.again), line,
                     labelText(set, data.labels, first.first), labelText(set, data.labels, first.again),
                     counted(count, "record")),
         line, count});
}

void warnOfLeaks(LabelledSet &data, const std::string &fileName)
{
    if (data.parts.empty())
        return;
    const Split split = splitByParts(data.sequences, data.parts, signedLines(data.sequences), fileName);
    data.sequences.warnings.insert(data.sequences.warnings.end(), split.warnings.begin(), split.warnings.end());
}

void warnOfNoValidation(LabelledSet &data, const std::string &fileName)
{
    if (data.parts.empty() || hasValidation(data))
        return;
    auto &list = canSpare(data) ? data.sequences.warnings : data.sequences.notes;
    list.push_back({"no_validation",
                    fmt::format("{}: no validation rows in the split column; data.validation_fraction of the training "
                                "rows is held out instead.",
                                fileName),
                    0, 1});
}

void warnOfDates(SequenceSet &set, const std::string &fileName)
{
    std::vector<std::string_view> dates;
    std::int64_t line = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (!isDate(set.name(i)))
            continue;
        line = dates.empty() ? lineOf(set, i) : line;
        dates.push_back(set.name(i));
    }
    if (dates.empty())
        return;
    const std::size_t shown = std::min<std::size_t>(dates.size(), 3);
    set.warnings.push_back(
        {"spreadsheet_dates",
         fmt::format("{}: ids '{}'{} (first at line {}) look like gene names that a spreadsheet turned into dates.",
                     fileName, fmt::join(dates.begin(), dates.begin() + static_cast<std::ptrdiff_t>(shown), "', '"),
                     shown < dates.size() ? ", …" : "", line),
         line, static_cast<std::int64_t>(dates.size())});
}

std::vector<ReadWarning> classesNotInTrain(const SequenceSet &set, const Labels &labels,
                                           const std::vector<std::uint32_t> &train, const std::string &fileName)
{
    std::vector<bool> seen(labels.classNames.size(), false);
    for (const std::uint32_t i : train) {
        for (const ClassId id : labels.classesOf(set, i)) {
            if (id != kNoTarget)
                seen[static_cast<std::size_t>(id)] = true;
        }
    }
    std::vector<ReadWarning> warnings;
    for (std::size_t i = 0; i < set.size() && std::find(seen.begin(), seen.end(), false) != seen.end(); ++i) {
        for (const ClassId id : labels.classesOf(set, i)) {
            if (id == kNoTarget || seen[static_cast<std::size_t>(id)])
                continue;
            seen[static_cast<std::size_t>(id)] = true;
            warnings.push_back({"class_not_in_train",
                                fmt::format("{}: class '{}' never occurs in train (first at line {}), so it cannot be "
                                            "learnt.",
                                            fileName, labels.classNames[static_cast<std::size_t>(id)], lineOf(set, i)),
                                lineOf(set, i), 1});
        }
    }
    return warnings;
}

} // namespace anneal
