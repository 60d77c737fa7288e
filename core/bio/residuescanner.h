// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bio/lettertable.h"
#include "bio/linecursor.h"
#include "bio/recordbuilder.h"

namespace anneal {

/// Turns the letters of sequence lines into tokens, and counts what else stands between them.
class ResidueScanner
{
public:
    /// With `masks`, "<mask>" stands for one residue.
    ResidueScanner(SequenceSet &set, Findings &findings, const RecordBuilder &record, const std::string &path,
                   bool masks = false);

    void beginRecord();
    void beginLine() { m_previous = Previous::LineStart; }
    /// Takes back stops at the end of the record: they are no residues.
    void endRecord();

    /// Reads up to the end of the line or of `text`; the number of bytes read, or a Data error with line and column.
    [[nodiscard]] Result<std::size_t> scan(std::string_view text, LineCursor &cursor);

    /// Letters of the record as the file has them, gaps and stops included.
    [[nodiscard]] std::int64_t letters() const { return m_letters; }

private:
    enum class Previous { LineStart, Letter, Space, Digit, EndMark };

    [[nodiscard]] Result<void> beforeRun();
    std::size_t readRun(std::string_view text, LineCursor &cursor);
    void countRun(std::string_view run, Place place);
    void keepCase(std::string_view run);
    std::size_t readMask(LineCursor &cursor);
    [[nodiscard]] Result<std::size_t> readOther(LetterClass letter, std::string_view text, Place place);
    [[nodiscard]] Result<std::size_t> readNotAscii(std::string_view text, Place place);
    void readSpace(Place place);
    void readDigit(Place place);
    void readGap(Place place);
    void readStop(Place place);
    void add(Finding kind, Place place, std::int64_t count = 1);
    [[nodiscard]] Failure notALetter(std::string_view text, Place place) const;
    [[nodiscard]] std::string wayOut(std::string_view text) const;

    SequenceSet &m_set;
    Findings &m_findings;
    const RecordBuilder &m_record;
    const std::string &m_path;
    LetterTable m_table;
    bool m_isNucleic;
    bool m_isDna; ///< U is worth a remark
    bool m_masks;

    Previous m_previous = Previous::LineStart;
    Place m_spacePlace; ///< of the first blank after a letter or number; line 0 = none that counts
    Place m_digitPlace;
    char m_digit = '0';
    bool m_digitAfterLetter = false;
    Place m_endMarkPlace;
    std::int64_t m_stops = 0; ///< at the end of what was read of the record
    Place m_stopPlace;
    std::int64_t m_letters = 0;
    bool m_hasGaps = false;
};

} // namespace anneal
