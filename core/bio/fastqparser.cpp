// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "bio/recordparser.h"
#include "bio/textinput.h"

namespace anneal {

namespace {

/// FASTQ, on four lines a record or on more. Qualities are only counted.
class FastqParser : public RecordParser
{
public:
    FastqParser(SequenceSet &set, Findings &findings, const std::string &path)
        : RecordParser(set, findings, path)
    {
    }

    Result<void> finish() override;

private:
    enum class State { Start, Header, Sequence, Plus, Quality };

    [[nodiscard]] Result<std::size_t> step(std::string_view text) override;
    [[nodiscard]] Result<std::size_t> startRecord(std::string_view text);
    [[nodiscard]] Result<std::size_t> readSequence(std::string_view text);
    std::size_t readRest(std::string_view text);
    [[nodiscard]] Result<void> endLine(char c) override;
    [[nodiscard]] Result<void> endQualityLine(std::int64_t line);
    [[nodiscard]] Failure refuse(std::int64_t line, std::string_view what) const;
    void endRecord();

    State m_state = State::Start;
    bool m_lineIsEmpty = true;
    std::int64_t m_sequenceLines = 0;
    std::int64_t m_qualities = 0;
};

Result<std::size_t> FastqParser::step(std::string_view text)
{
    switch (m_state) {
    case State::Start:
        return startRecord(text);
    case State::Sequence:
        return readSequence(text);
    case State::Header:
    case State::Plus:
    case State::Quality:
        break;
    }
    return readRest(text);
}

Result<std::size_t> FastqParser::startRecord(std::string_view text)
{
    if (isBlank(text[0]) || text[0] == '\x1A') {
        m_cursor.advance(1);
        return 1;
    }
    if (text[0] != '@') {
        return dataError(
            m_path, m_cursor.line(),
            fmt::format("Line {} should begin a FASTQ record with '@' and does not: the qualities of the record "
                        "before it are too long, or a line is missing; get the file again.",
                        m_cursor.line()));
    }
    m_record.begin(m_cursor.line());
    m_state = State::Header;
    m_cursor.advance(1);
    return 1;
}

Result<std::size_t> FastqParser::readSequence(std::string_view text)
{
    if (m_lineIsEmpty && text[0] == '+') {
        m_state = State::Plus;
        return 0;
    }
    if (m_lineIsEmpty && text[0] == '@')
        return refuse(m_record.line(),
                      fmt::format("has no '+' line before the next record at line {}", m_cursor.line()));
    m_lineIsEmpty = false;
    return m_scanner.scan(text, m_cursor);
}

std::size_t FastqParser::readRest(std::string_view text)
{
    const char *lineEnd = std::find_if(text.begin(), text.end(), isLineEnd);
    const auto size = static_cast<std::size_t>(lineEnd - text.begin());
    if (m_state == State::Header)
        m_record.addHeader(text.substr(0, size));
    else if (m_state == State::Quality)
        m_qualities += std::count_if(text.begin(), lineEnd, [](char c) { return static_cast<unsigned char>(c) > ' '; });
    m_cursor.advance(size);
    return size;
}

Result<void> FastqParser::endLine(char c)
{
    const std::int64_t line = m_cursor.line();
    if (!m_cursor.endLine(c))
        return {};
    if (m_state == State::Header) {
        m_record.endHeader();
        m_scanner.beginRecord();
        m_sequenceLines = 0;
        m_state = State::Sequence;
    } else if (m_state == State::Sequence) {
        m_sequenceLines += m_lineIsEmpty ? 0 : 1;
    } else if (m_state == State::Plus) {
        m_qualities = 0;
        m_state = State::Quality;
        if (m_scanner.letters() == 0)
            endRecord();
    } else if (m_state == State::Quality) {
        return endQualityLine(line);
    }
    m_lineIsEmpty = true;
    m_scanner.beginLine();
    return {};
}

Result<void> FastqParser::endQualityLine(std::int64_t line)
{
    const std::int64_t bases = m_scanner.letters();
    if (m_qualities == bases) {
        endRecord();
        return {};
    }
    // Where the bases stand on one line, so do the qualities: a short line is an error at once.
    if (m_qualities < bases && m_sequenceLines > 1)
        return {};
    return refuse(line, fmt::format("has {} bases, but {} qualities at line {}", bases, m_qualities, line));
}

void FastqParser::endRecord()
{
    m_scanner.endRecord();
    m_record.end();
    m_state = State::Start;
}

Result<void> FastqParser::finish()
{
    const bool inHeader = m_state == State::Header;
    const bool inPlus = m_state == State::Plus;
    const bool noQualities = m_state == State::Quality && m_qualities == 0;
    const bool lineIsOpen = m_state != State::Start && !noQualities; // the last line may lack its end
    if (auto ended = lineIsOpen ? endLine('\r') : Result<void>{}; !ended)
        return ended;
    if (m_state != State::Start) {
        const char *where = "its sequence";
        if (inHeader || (m_state == State::Sequence && m_scanner.letters() == 0))
            where = "its name";
        else if (inPlus || m_state == State::Quality)
            where = m_qualities == 0 ? "its '+' line" : "some of its qualities";
        return refuse(m_record.line(), fmt::format("stops after {}: the file is incomplete", where));
    }
    if (m_set.size() == 0)
        return dataError(m_path, 1, "All reads are empty: there is nothing to read; choose another file.");
    return {};
}

Failure FastqParser::refuse(std::int64_t line, std::string_view what) const
{
    return dataError(
        m_path, line,
        fmt::format("FASTQ record {} (line {}) {}; get the file again.", m_record.name(), m_record.line(), what));
}

} // namespace

std::unique_ptr<RecordParser> makeFastqParser(SequenceSet &set, Findings &findings, const std::string &path)
{
    return std::make_unique<FastqParser>(set, findings, path);
}

} // namespace anneal
