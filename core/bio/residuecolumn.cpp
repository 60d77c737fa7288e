// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bio/classtable.h"
#include "bio/columnlooks.h"
#include "bio/labelcolumn.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::string_view kBetween = " \t,\x1F";
constexpr std::int64_t kEnoughToBeRare = 10; ///< labels; one of fewer is no typing error

/// Whether a residue's label says that none is known. A sign may also be meant as a state, so that is asked.
enum class Unknown { No, Word, Sign };

Unknown unknownLabel(std::string_view label)
{
    static constexpr std::array<std::string_view, 3> kSigns{"-", ".", "_"};
    if (label == "-100" || isMissingWord(label))
        return Unknown::Word;
    return std::find(kSigns.begin(), kSigns.end(), label) != kSigns.end() ? Unknown::Sign : Unknown::No;
}

/// One label a residue.
class ResidueColumn : public LabelColumn
{
public:
    ResidueColumn(const LabelRequest &request, const TextInput &input)
        : LabelColumn(request, input)
    {
    }

    /// A single '?' is the label of a single unknown residue.
    [[nodiscard]] bool isMissing(std::string_view cell) const override
    {
        return LabelColumn::isMissing(cell) && cell != "?";
    }
    [[nodiscard]] Result<void> add(std::string_view cell, const LabelPlace &place, std::size_t residues) override;
    [[nodiscard]] Result<Labels> finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) override;

private:
    void addLabel(std::string_view label, Place place);
    void sayRare(std::vector<ReadWarning> &warnings) const;
    void sayUnknown(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) const;

    struct Met {
        std::int64_t count = 0;
        Place first;
        std::string label;
    };
    void meet(Met &met, std::string_view label, Place place);

    static constexpr std::int32_t kUnknown = -1;
    ClassTable m_table;
    std::vector<std::int32_t> m_ids;
    Met m_words;
    Met m_signs;
};

void ResidueColumn::meet(Met &met, std::string_view label, Place place)
{
    if (met.count++ == 0) {
        met.first = place;
        met.label = displayText(label);
    }
    m_ids.push_back(kUnknown);
}

void ResidueColumn::addLabel(std::string_view label, Place place)
{
    switch (unknownLabel(label)) {
    case Unknown::Word:
        return meet(m_words, label, place);
    case Unknown::Sign:
        return meet(m_signs, label, place);
    case Unknown::No:
        m_ids.push_back(static_cast<std::int32_t>(m_table.idOf(label, place)));
    }
}

Result<void> ResidueColumn::add(std::string_view cell, const LabelPlace &place, std::size_t residues)
{
    if (const std::size_t labels = residueLabelCount(cell); labels != residues) {
        return dataError(
            m_input.path(), place.line,
            fmt::format("Record {} (line {}) has {} and {}; give each residue one label, or '?' where none "
                        "is known.",
                        place.name, place.line, counted(static_cast<std::int64_t>(residues), "residue"),
                        counted(static_cast<std::int64_t>(labels), "label")));
    }
    const bool words = cell.find_first_of(kBetween) != std::string_view::npos;
    for (std::int64_t position = 1; !cell.empty(); ++position) {
        const std::size_t size = words ? std::min(cell.find_first_of(kBetween), cell.size())
                                       : std::max<std::size_t>(1, decodeUtf8(cell).size);
        addLabel(cell.substr(0, size), {place.line, position});
        cell.remove_prefix(size);
        cell.remove_prefix(std::min(cell.find_first_not_of(kBetween), cell.size()));
    }
    if (m_table.entries().size() <= ClassTable::kMost)
        return {};
    return dataError(m_input.path(), place.line,
                     fmt::format("More than {} different labels at line {}; classes are needed, not measurements.",
                                 ClassTable::kMost, place.line));
}

void ResidueColumn::sayRare(std::vector<ReadWarning> &warnings) const
{
    if (static_cast<std::int64_t>(m_ids.size()) < kEnoughToBeRare)
        return;
    const ClassTable::Entry *first = nullptr;
    std::int64_t count = 0;
    for (const ClassTable::Entry &entry : m_table.entries()) {
        if (entry.count > 1)
            continue;
        first = first ? first : &entry;
        ++count;
    }
    if (!first)
        return;
    warnings.push_back({"rare_label",
                        fmt::format("{}: label '{}' occurs once (line {}, position {}){}: a typing error?",
                                    m_input.name(), first->name, first->first.line, first->first.column,
                                    count > 1 ? fmt::format(", and {} more do", count - 1) : ""),
                        first->first.line, count});
}

void ResidueColumn::sayUnknown(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) const
{
    const auto say = [&](const Met &met, std::vector<ReadWarning> &list, const char *advice) {
        if (met.count == 0)
            return;
        list.push_back({"unknown_labels",
                        fmt::format("{}: {} without a known label ('{}', first at line {}, position {}) and never "
                                    "scored{}.",
                                    m_input.name(), counted(met.count, "residue"), met.label, met.first.line,
                                    met.first.column, advice),
                        met.first.line, met.count});
    };
    say(m_words, notes, "");
    say(m_signs, warnings, "; write a letter, such as C, if it is a state");
}

Result<Labels> ResidueColumn::finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes)
{
    const auto order = m_table.order(m_request.mergeSpellings);
    if (order.names.size() < 2) {
        return dataError(m_input.path(), 0,
                         order.names.empty()
                             ? "No residue has a label: there is nothing to learn; choose another column."
                             : fmt::format("There is only one class ('{}'): nothing to learn; choose "
                                           "another column.",
                                           order.names[0]));
    }
    Labels labels;
    labels.kind = LabelKind::PerResidue;
    labels.classNames = order.names;
    labels.classes.reserve(m_ids.size());
    for (const std::int32_t id : m_ids)
        labels.classes.push_back(id == kUnknown ? kNoTarget : order.classOf[static_cast<std::size_t>(id)]);
    reportSpellings(m_table, m_request.mergeSpellings, m_input.name(), warnings, notes);
    sayRare(warnings);
    sayUnknown(warnings, notes);
    return labels;
}

} // namespace

std::unique_ptr<LabelColumn> makeResidueColumn(const LabelRequest &request, const TextInput &input)
{
    return std::make_unique<ResidueColumn>(request, input);
}

} // namespace anneal
