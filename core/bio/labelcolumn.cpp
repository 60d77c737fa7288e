// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/labelcolumn.h"

#include <cctype>

#include <fmt/format.h>

#include "bio/classtable.h"

namespace anneal {

namespace {

/// The spelling that is odd: the lower case of two letters, else whatever was not met first.
bool isOdd(const ClassTable::Entry &entry, const ClassTable::Entry &first)
{
    const bool letter = entry.name.size() == 1 && std::isalpha(static_cast<unsigned char>(entry.name[0])) != 0;
    return letter ? lowerCased(entry.name) == entry.name : &entry != &first;
}

std::int64_t oddLine(const ClassTable &table, const std::vector<std::vector<std::size_t>> &lists)
{
    std::int64_t line = 0;
    for (const auto &list : lists) {
        for (const std::size_t i : list) {
            const auto &entry = table.entries()[i];
            if (isOdd(entry, table.entries()[list.front()]) && (line == 0 || entry.first.line < line))
                line = entry.first.line;
        }
    }
    return line;
}

std::string listed(const ClassTable &table, const std::vector<std::vector<std::size_t>> &lists)
{
    std::vector<std::string> groups;
    for (const auto &list : lists) {
        std::vector<std::string> names;
        for (const std::size_t i : list)
            names.push_back(table.entries()[i].name);
        groups.push_back(fmt::format("{}", fmt::join(names, ", ")));
    }
    return fmt::format("{}", fmt::join(groups, " and "));
}

} // namespace

bool LabelColumn::isMissing(std::string_view cell) const
{
    return isMissingWord(cell);
}

void reportSpellings(const ClassTable &table, bool merged, const std::string &fileName,
                     std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes)
{
    const auto lists = table.spellings();
    if (lists.empty())
        return;
    const std::size_t classes = table.order(true).names.size();
    const std::int64_t line = oddLine(table, lists);
    const auto count = static_cast<std::int64_t>(lists.size());
    if (merged) {
        notes.push_back(
            {"spellings_merged",
             fmt::format("{}: spellings were merged: {}; {} classes.", fileName, listed(table, lists), classes), line,
             count});
        return;
    }
    warnings.push_back(
        {"label_spellings",
         fmt::format(
             "{}: labels differ in spelling only: {} (line {}); set data.merge_labels to read them as {} classes "
             "instead of {}.",
             fileName, listed(table, lists), line, classes, table.entries().size()),
         line, count});
}

std::unique_ptr<LabelColumn> makeLabelColumn(LabelKind kind, const LabelRequest &request, const TextInput &input)
{
    switch (kind) {
    case LabelKind::OneClass:
    case LabelKind::SeveralClasses:
        return makeClassColumn(kind == LabelKind::SeveralClasses, request, input);
    case LabelKind::Number:
        return makeNumberColumn(request, input);
    case LabelKind::PerResidue:
        return makeResidueColumn(request, input);
    case LabelKind::None:
        break;
    }
    return nullptr;
}

} // namespace anneal
