// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "bio/findings.h"
#include "bio/linecursor.h"
#include "bio/recordbuilder.h"
#include "bio/residuescanner.h"
#include "bio/sequencefile.h"

namespace anneal {

/// Reads a text that comes in pieces; no piece ends inside a UTF-8 character or has a NUL. A format says what the parts
/// of a line mean and what its end does.
class RecordParser
{
public:
    virtual ~RecordParser() = default;
    RecordParser(const RecordParser &) = delete;
    RecordParser &operator=(const RecordParser &) = delete;

    [[nodiscard]] Result<void> feed(std::string_view text);
    /// The text is complete.
    [[nodiscard]] virtual Result<void> finish() = 0;
    /// Where the next character stands.
    [[nodiscard]] Place place() const { return m_cursor.place(); }

protected:
    /// With `masks`, "<mask>" stands for one residue.
    RecordParser(SequenceSet &set, Findings &findings, const std::string &path, bool masks = false)
        : m_set(set)
        , m_findings(findings)
        , m_path(path)
        , m_record(set, findings)
        , m_scanner(set, findings, m_record, m_path, masks)
    {
    }

    /// Takes something from the beginning of a text that does not begin with the end of a line; returns how much.
    [[nodiscard]] virtual Result<std::size_t> step(std::string_view text) = 0;
    /// `c` is an end-of-line character; the second half of a CRLF is one too.
    [[nodiscard]] virtual Result<void> endLine(char c) = 0;

    SequenceSet &m_set;
    Findings &m_findings;
    const std::string &m_path;
    LineCursor m_cursor;
    RecordBuilder m_record;
    ResidueScanner m_scanner;
};

/// `path` is how errors name the file; set, findings and path must outlive the parser.
[[nodiscard]] std::unique_ptr<RecordParser> makeFastaParser(SequenceSet &set, Findings &findings,
                                                            const std::string &path, bool masks = false);
[[nodiscard]] std::unique_ptr<RecordParser> makeFastqParser(SequenceSet &set, Findings &findings,
                                                            const std::string &path);

} // namespace anneal
