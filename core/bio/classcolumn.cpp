// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "bio/classtable.h"
#include "bio/labelcolumn.h"

namespace anneal {

namespace {

constexpr std::string_view kUsualSeparators = ";|,";
constexpr std::size_t kFewRows = 20; ///< below this many, a class a row is no wonder

/// One class a record, or several.
class ClassColumn : public LabelColumn
{
public:
    ClassColumn(bool several, const LabelRequest &request, const TextInput &input)
        : LabelColumn(request, input)
        , m_several(several)
    {
    }

    /// Of several classes a record may have none: an empty cell is an answer, a word for "missing" is not.
    [[nodiscard]] bool isMissing(std::string_view cell) const override
    {
        return LabelColumn::isMissing(cell) && !(m_several && cell.empty());
    }
    [[nodiscard]] Result<void> add(std::string_view cell, const LabelPlace &place, std::size_t residues) override;
    [[nodiscard]] Result<Labels> finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes) override;

private:
    void addSeveral(std::string_view cell, Place place);
    [[nodiscard]] std::string separators(std::string_view cell);
    [[nodiscard]] Result<void> check() const;
    void sortWithinRecords(Labels &labels) const;

    bool m_several;
    std::string m_separators; ///< found in the first cell that has one
    ClassTable m_table;
    std::vector<std::size_t> m_ids;
    std::vector<std::uint64_t> m_offsets{0};
};

Result<void> ClassColumn::add(std::string_view cell, const LabelPlace &place, std::size_t)
{
    if (m_several)
        addSeveral(cell, {place.line, 0});
    else
        m_ids.push_back(m_table.idOf(cell, {place.line, 0}));
    m_offsets.push_back(m_ids.size());
    if (m_table.entries().size() <= ClassTable::kMost)
        return {};
    return dataError(m_input.path(), place.line,
                     fmt::format("More than {} different labels at line {}; if they are measurements, choose the task "
                                 "regression.",
                                 ClassTable::kMost, place.line));
}

std::string ClassColumn::separators(std::string_view cell)
{
    if (!m_request.separator.empty())
        return m_request.separator + kListSeparator;
    if (m_separators.empty()) {
        const std::size_t found = kUsualSeparators.find_first_of(cell.substr(0, cell.size()));
        if (found == std::string_view::npos)
            return {kListSeparator};
        m_separators = {kUsualSeparators[found], kListSeparator};
    }
    return m_separators;
}

void ClassColumn::addSeveral(std::string_view cell, Place place)
{
    const std::string marks = separators(cell);
    while (!cell.empty()) {
        const std::size_t end = std::min(cell.find_first_of(marks), cell.size());
        if (const std::string_view name = trimmedBlanks(cell.substr(0, end)); !name.empty())
            m_ids.push_back(m_table.idOf(name, place));
        cell.remove_prefix(std::min(cell.size(), end + 1));
    }
}

Result<void> ClassColumn::check() const
{
    const std::size_t classes = m_table.order(m_request.mergeSpellings).names.size();
    if (classes == 0)
        return dataError(m_input.path(), 0, "No row has a label: there is nothing to learn; choose another column.");
    if (classes == 1 && !m_several) {
        return dataError(m_input.path(), 0,
                         fmt::format("There is only one class ('{}'): nothing to learn; choose another column, or add "
                                     "rows of other classes.",
                                     m_table.entries().front().name));
    }
    return {};
}

void ClassColumn::sortWithinRecords(Labels &labels) const
{
    labels.classes.clear();
    labels.offsets = {0};
    const auto order = m_table.order(m_request.mergeSpellings);
    for (std::size_t record = 0; record + 1 < m_offsets.size(); ++record) {
        std::vector<ClassId> classes;
        for (std::uint64_t i = m_offsets[record]; i < m_offsets[record + 1]; ++i)
            classes.push_back(order.classOf[m_ids[i]]);
        std::sort(classes.begin(), classes.end());
        classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
        labels.classes.insert(labels.classes.end(), classes.begin(), classes.end());
        labels.offsets.push_back(labels.classes.size());
    }
}

Result<Labels> ClassColumn::finish(std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes)
{
    if (auto sound = check(); !sound)
        return Failure(sound.error());
    const auto order = m_table.order(m_request.mergeSpellings);
    Labels labels;
    labels.kind = m_several ? LabelKind::SeveralClasses : LabelKind::OneClass;
    labels.classNames = order.names;
    if (m_several)
        sortWithinRecords(labels);
    else
        for (const std::size_t id : m_ids)
            labels.classes.push_back(order.classOf[id]);
    reportSpellings(m_table, m_request.mergeSpellings, m_input.name(), warnings, notes);
    if (m_ids.size() >= kFewRows && 2 * order.names.size() > m_ids.size()) {
        warnings.push_back({"many_classes",
                            fmt::format("{}: {} classes for {} labels: these look like names or measurements rather "
                                        "than classes.",
                                        m_input.name(), order.names.size(), m_ids.size()),
                            0, static_cast<std::int64_t>(order.names.size())});
    }
    return labels;
}

} // namespace

std::unique_ptr<LabelColumn> makeClassColumn(bool several, const LabelRequest &request, const TextInput &input)
{
    return std::make_unique<ClassColumn>(several, request, input);
}

} // namespace anneal
