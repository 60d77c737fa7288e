// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/recordbuilder.h"
#include "bio/residuescanner.h"
#include "bio/sequencefile.h"

namespace anneal {

/// Puts the sequences of a table's cells into a SequenceSet, by the rules that hold for FASTA.
class CellSequences
{
public:
    /// All three must outlive this; `path` is how errors name the file.
    CellSequences(SequenceSet &set, Findings &findings, const std::string &path)
        : m_set(set)
        , m_record(set, findings)
        , m_scanner(set, findings, m_record, path)
    {
    }

    /// One record; without a name it is called by its number. False when nothing of it was kept.
    [[nodiscard]] Result<bool> add(std::string_view name, std::string_view letters, std::int64_t line, Place place);
    [[nodiscard]] bool fits() const { return m_record.fits(); }
    /// The name of the last record.
    [[nodiscard]] const std::string &name() const { return m_record.name(); }

private:
    SequenceSet &m_set;
    RecordBuilder m_record;
    ResidueScanner m_scanner;
};

} // namespace anneal
