// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "bio/recordparser.h"
#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

class FastaParser : public RecordParser
{
public:
    FastaParser(SequenceSet &set, Findings &findings, const std::string &path, bool masks)
        : RecordParser(set, findings, path, masks)
    {
    }

    Result<void> finish() override;

private:
    enum class State { LineStart, Header, Remark, Sequence };

    [[nodiscard]] Result<std::size_t> step(std::string_view text) override;
    [[nodiscard]] Result<std::size_t> startLine(std::string_view text);
    std::size_t readHeader(std::string_view text);
    std::size_t skipLine(std::string_view text);
    [[nodiscard]] Result<void> endLine(char c) override;
    void endRecord();

    State m_state = State::LineStart;
    std::int64_t m_firstLine = 0; ///< of the first record
    std::string m_firstName;
};

Result<std::size_t> FastaParser::step(std::string_view text)
{
    switch (m_state) {
    case State::LineStart:
        return startLine(text);
    case State::Header:
        return readHeader(text);
    case State::Remark:
        return skipLine(text);
    case State::Sequence:
        break;
    }
    return m_scanner.scan(text, m_cursor);
}

Result<std::size_t> FastaParser::startLine(std::string_view text)
{
    const char c = text[0];
    const CodePoint point = decodeUtf8(text);
    if (isBlank(c) || isInvisibleSpace(point.value)) {
        if (!isBlank(c) && m_record.begun() > 0)
            m_findings.add(Finding::InvisibleSpaces, m_cursor.place(), m_record.name());
        m_cursor.advance(1);
        return std::max<std::size_t>(1, point.size);
    }
    if (c == '>') {
        endRecord();
        m_record.begin(m_cursor.line());
        m_state = State::Header;
        m_cursor.advance(1);
        return 1;
    }
    if (c == ';' || c == '#') {
        m_state = State::Remark;
        return 0;
    }
    if (m_record.begun() == 0) {
        return dataError(
            m_path, m_cursor.line(),
            fmt::format("Line {} does not start with '>', so this is not FASTA; to read the text as one sequence, "
                        "put a line such as '>name' before it.",
                        m_cursor.line()));
    }
    m_state = State::Sequence;
    return 0;
}

std::size_t FastaParser::readHeader(std::string_view text)
{
    const char *lineEnd = std::find_if(text.begin(), text.end(), isLineEnd);
    const auto size = static_cast<std::size_t>(lineEnd - text.begin());
    m_record.addHeader(text.substr(0, size));
    m_cursor.advance(size);
    return size;
}

std::size_t FastaParser::skipLine(std::string_view text)
{
    const std::size_t size = std::min(text.find_first_of("\r\n"), text.size());
    m_cursor.advance(size);
    return size;
}

Result<void> FastaParser::endLine(char c)
{
    if (!m_cursor.endLine(c))
        return {};
    if (m_state == State::Header) {
        m_record.endHeader();
        m_scanner.beginRecord();
        if (m_firstLine == 0) {
            m_firstLine = m_record.line();
            m_firstName = m_record.name();
        }
    }
    m_scanner.beginLine();
    m_state = State::LineStart;
    return {};
}

void FastaParser::endRecord()
{
    if (m_record.isOpen())
        m_scanner.endRecord();
    m_record.end();
}

Result<void> FastaParser::finish()
{
    if (auto ended = endLine('\r'); !ended) // the last line may lack its end
        return ended;
    endRecord();
    if (m_record.begun() == 0)
        return dataError(m_path, 0, "The file holds no sequence; choose another.");
    if (m_set.size() == 0) {
        return dataError(
            m_path, m_firstLine,
            fmt::format("Record {} (line {}) has no sequence, and no other record has one: there is nothing to read; "
                        "get the file again.",
                        m_firstName, m_firstLine));
    }
    return {};
}

} // namespace

std::unique_ptr<RecordParser> makeFastaParser(SequenceSet &set, Findings &findings, const std::string &path, bool masks)
{
    return std::make_unique<FastaParser>(set, findings, path, masks);
}

} // namespace anneal
