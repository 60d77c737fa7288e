// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/sequencefile.h"

namespace anneal {

/// Puts one record after the other into a SequenceSet.
class RecordBuilder
{
public:
    RecordBuilder(SequenceSet &set, Findings &findings);

    /// A header begins at `line`; its text may come in pieces.
    void begin(std::int64_t line);
    void addHeader(std::string_view piece);
    /// The header is complete: takes the id from it.
    void endHeader();
    /// A record of a table: its name, already taken from its column; empty = named by position.
    void begin(std::int64_t line, std::string_view name);
    /// The record is complete. One without residues is left out.
    void end();

    [[nodiscard]] bool isOpen() const { return m_open; }
    [[nodiscard]] std::int64_t line() const { return m_line; }
    /// The record's id, or "record 3".
    [[nodiscard]] const std::string &name() const { return m_name; }
    /// Records begun so far, empty ones too.
    [[nodiscard]] std::int64_t begun() const { return m_begun; }
    /// False when the names no longer fit into the set's 32-bit offsets.
    [[nodiscard]] bool fits() const { return m_fits; }

private:
    SequenceSet &m_set;
    Findings &m_findings;
    std::string m_header;
    std::string m_name;
    std::int64_t m_line = 0;
    std::int64_t m_begun = 0;
    bool m_open = false;
    bool m_fits = true;
};

} // namespace anneal
