// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bio/sequencefile.h"

namespace anneal {

using ClassId = std::int16_t;

/// A residue whose label is unknown: nothing is to be predicted there.
inline constexpr ClassId kNoTarget = -1;

/// What is known of each record of a set.
enum class LabelKind {
    None,
    OneClass,
    SeveralClasses, ///< any number of classes, also none
    Number,
    PerResidue, ///< one class for each residue
};

/// Labels beside a SequenceSet, record for record. Class names are in a stable order that does not depend on the order
/// of the rows: by number when all are whole numbers, else by their bytes.
struct Labels {
    LabelKind kind = LabelKind::None;
    std::vector<std::string> classNames;
    /// OneClass: one a record. SeveralClasses: those of all records end to end, ascending within a record.
    /// PerResidue: one a residue, beside SequenceSet::tokens; kNoTarget where unknown.
    std::vector<ClassId> classes;
    std::vector<std::uint64_t> offsets; ///< SeveralClasses only: records + 1 entries
    std::vector<double> numbers; ///< Number only: one a record, finite

    [[nodiscard]] bool empty() const { return kind == LabelKind::None; }
    [[nodiscard]] std::span<const ClassId> classesOf(const SequenceSet &set, std::size_t record) const;
    [[nodiscard]] std::int64_t bytesInMemory() const;
};

/// Whether two records of a set have the same label.
[[nodiscard]] bool sameLabel(const SequenceSet &set, const Labels &labels, std::size_t a, std::size_t b);

/// How a message shows a record's label: "donor", "a, b", "0.73", "HHHC…".
[[nodiscard]] std::string labelText(const SequenceSet &set, const Labels &labels, std::size_t record);

/// Names in the stable order, without repeats.
void sortClassNames(std::vector<std::string> &names);

/// Renumbers the classes for another list of names, which has all of them.
void useClassNames(Labels &labels, const std::vector<std::string> &names);

} // namespace anneal
