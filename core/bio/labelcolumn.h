// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bio/columns.h"
#include "bio/labels.h"

namespace anneal {

class ClassTable;

/// Where a label stands: for messages.
struct LabelPlace {
    std::int64_t line = 0;
    std::string_view name; ///< of the record
};

/// Takes the labels of one column, cell by cell, and makes Labels of them.
class LabelColumn
{
public:
    virtual ~LabelColumn() = default;
    LabelColumn(const LabelColumn &) = delete;
    LabelColumn &operator=(const LabelColumn &) = delete;

    /// Whether a cell says that there is no label, so that the row is left out.
    [[nodiscard]] virtual bool isMissing(std::string_view cell) const;
    /// Why such rows are left out: "have no label".
    [[nodiscard]] virtual std::string_view missingText() const { return "no label"; }
    /// The label of the next record, which has `residues` residues.
    [[nodiscard]] virtual Result<void> add(std::string_view cell, const LabelPlace &place, std::size_t residues) = 0;
    /// All rows are read: the labels, and what is to be said of them.
    [[nodiscard]] virtual Result<Labels> finish(std::vector<ReadWarning> &warnings,
                                                std::vector<ReadWarning> &notes) = 0;

protected:
    LabelColumn(const LabelRequest &request, const TextInput &input)
        : m_request(request)
        , m_input(input)
    {
    }

    const LabelRequest &m_request;
    const TextInput &m_input;
};

/// `request` and `input` must outlive the column.
[[nodiscard]] std::unique_ptr<LabelColumn> makeLabelColumn(LabelKind kind, const LabelRequest &request,
                                                           const TextInput &input);

[[nodiscard]] std::unique_ptr<LabelColumn> makeClassColumn(bool several, const LabelRequest &request,
                                                           const TextInput &input);
[[nodiscard]] std::unique_ptr<LabelColumn> makeNumberColumn(const LabelRequest &request, const TextInput &input);
[[nodiscard]] std::unique_ptr<LabelColumn> makeResidueColumn(const LabelRequest &request, const TextInput &input);

/// Says of labels that only differ in spelling that they are kept apart, or were merged.
void reportSpellings(const ClassTable &table, bool merged, const std::string &fileName,
                     std::vector<ReadWarning> &warnings, std::vector<ReadWarning> &notes);

} // namespace anneal
