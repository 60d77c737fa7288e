// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/residuescanner.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bio/textinput.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::size_t kRunAtOnce = 4096;

bool isLetter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

} // namespace

ResidueScanner::ResidueScanner(SequenceSet &set, Findings &findings, const RecordBuilder &record,
                               const std::string &path, bool masks)
    : m_set(set)
    , m_findings(findings)
    , m_record(record)
    , m_path(path)
    , m_table(letterTable(*set.alphabet))
    , m_isNucleic(set.alphabet->isNucleic())
    , m_isDna(set.alphabet == &Alphabet::dna())
    , m_masks(masks)
{
}

void ResidueScanner::beginRecord()
{
    m_stops = 0;
    m_letters = 0;
    m_hasGaps = false;
    beginLine();
}

void ResidueScanner::endRecord()
{
    m_set.tokens.resize(m_set.tokens.size() - static_cast<std::size_t>(m_stops));
    m_stops = 0;
}

Result<std::size_t> ResidueScanner::scan(std::string_view text, LineCursor &cursor)
{
    std::size_t at = 0;
    while (at < text.size()) {
        const std::string_view rest = text.substr(at);
        const std::uint8_t letter = m_table[static_cast<unsigned char>(rest[0])];
        if (letter == LineEnd)
            break;
        const bool mask = m_masks && rest.starts_with(kMaskText);
        if (letter < FirstClass || mask) {
            if (auto ready = beforeRun(); !ready)
                return Failure(ready.error());
            at += mask ? readMask(cursor) : readRun(rest, cursor);
            continue;
        }
        const auto size = readOther(static_cast<LetterClass>(letter), rest, cursor.place());
        if (!size)
            return size;
        cursor.advance(1);
        at += *size;
    }
    return at;
}

/// A letter comes next: decides what the signs before it were.
Result<void> ResidueScanner::beforeRun()
{
    // A number beside a blank or at an end of the line counts residues; one between two letters is a typing error.
    if (m_previous == Previous::Digit && m_digitAfterLetter)
        return notALetter(std::string_view(&m_digit, 1), m_digitPlace);
    if (m_previous == Previous::EndMark)
        return notALetter("\x1A", m_endMarkPlace);
    if (m_previous == Previous::Space && m_spacePlace.line > 0)
        add(Finding::Spaces, m_spacePlace);
    if (m_stops > 0)
        add(Finding::Stops, m_stopPlace, m_stops);
    m_stops = 0;
    m_previous = Previous::Letter;
    return {};
}

std::size_t ResidueScanner::readRun(std::string_view text, LineCursor &cursor)
{
    std::array<TokenId, kRunAtOnce> tokens;
    const std::size_t most = std::min(text.size(), kRunAtOnce);
    std::size_t size = 0;
    for (; size < most; ++size) {
        const std::uint8_t token = m_table[static_cast<unsigned char>(text[size])];
        if (token >= FirstClass)
            break;
        tokens[size] = token;
    }
    m_set.tokens.insert(m_set.tokens.end(), tokens.begin(), tokens.begin() + size);
    m_letters += static_cast<std::int64_t>(size);
    countRun(text.substr(0, size), cursor.place());
    cursor.advance(size);
    return size;
}

std::size_t ResidueScanner::readMask(LineCursor &cursor)
{
    m_set.tokens.push_back(m_set.alphabet->mask());
    ++m_letters;
    cursor.advance(kMaskText.size());
    return kMaskText.size();
}

/// The run's letters are the newest tokens.
void ResidueScanner::keepCase(std::string_view run)
{
    const std::uint64_t first = m_set.tokens.size() - run.size();
    const auto isLower = [](char c) { return (static_cast<unsigned char>(c) & 0x20) != 0; };
    for (const auto *at = run.begin(); at != run.end();) {
        const auto *begin = std::find_if(at, run.end(), isLower);
        at = std::find_if_not(begin, run.end(), isLower);
        m_set.softMask.add(first + static_cast<std::uint64_t>(begin - run.begin()),
                           first + static_cast<std::uint64_t>(at - run.begin()));
    }
}

/// Plain loops over few bytes at a time, which the compiler turns into vector instructions.
void ResidueScanner::countRun(std::string_view run, Place place)
{
    unsigned lower = 0;
    unsigned uracil = 0;
    for (const char c : run)
        lower += (static_cast<unsigned char>(c) >> 5) & 1u;
    if (lower > 0) {
        m_findings.addLowerCase(lower);
        if (m_set.keepsCase)
            keepCase(run);
    }
    if (!m_isDna)
        return;
    for (const char c : run)
        uracil += (c | 0x20) == 'u' ? 1u : 0u;
    if (uracil > 0) {
        place.column += static_cast<std::int64_t>(run.find_first_of("uU"));
        add(Finding::Rna, place, uracil);
    }
}

Result<std::size_t> ResidueScanner::readOther(LetterClass letter, std::string_view text, Place place)
{
    switch (letter) {
    case Space:
        readSpace(place);
        break;
    case Digit:
        m_digit = text[0];
        readDigit(place);
        break;
    case Gap:
        readGap(place);
        break;
    case Stop:
        readStop(place);
        break;
    case EndMark:
        m_endMarkPlace = place;
        m_previous = Previous::EndMark;
        break;
    case NotAscii:
        return readNotAscii(text, place);
    case LineEnd:
    case Forbidden:
        return notALetter(text, place);
    }
    return 1;
}

void ResidueScanner::readSpace(Place place)
{
    if (m_previous == Previous::Space || m_previous == Previous::EndMark)
        return;
    m_spacePlace = m_previous == Previous::LineStart ? Place{} : place;
    m_previous = Previous::Space;
}

void ResidueScanner::readDigit(Place place)
{
    if (m_previous == Previous::Digit)
        return;
    m_digitAfterLetter = m_previous == Previous::Letter;
    m_digitPlace = place;
    add(Finding::Numbers, place);
    m_previous = Previous::Digit;
}

void ResidueScanner::readGap(Place place)
{
    add(Finding::Gaps, place);
    if (!m_hasGaps)
        add(Finding::GapRecords, place);
    m_hasGaps = true;
    ++m_letters;
    m_previous = Previous::Letter;
}

void ResidueScanner::readStop(Place place)
{
    if (m_stops == 0)
        m_stopPlace = place;
    ++m_stops;
    ++m_letters;
    m_set.tokens.push_back(m_set.alphabet->unk());
    m_previous = Previous::Letter;
}

Result<std::size_t> ResidueScanner::readNotAscii(std::string_view text, Place place)
{
    const CodePoint point = decodeUtf8(text);
    const bool latinSpace = point.size == 0 && text[0] == '\xA0';
    if (!latinSpace && !isInvisibleSpace(point.value))
        return notALetter(text, place);
    add(Finding::InvisibleSpaces, place);
    m_previous = Previous::Space;
    m_spacePlace = {}; // an ordinary space beside it is not a second finding
    return std::max<std::size_t>(1, point.size);
}

void ResidueScanner::add(Finding kind, Place place, std::int64_t count)
{
    m_findings.add(kind, place, m_record.name(), count);
}

Failure ResidueScanner::notALetter(std::string_view text, Place place) const
{
    return dataError(m_path, place.line,
                     fmt::format("{} in record {}, line {}, column {}, is not a {}{}.", describeCharacter(text),
                                 m_record.name(), place.line, place.column, m_isNucleic ? "base" : "residue",
                                 wayOut(text)));
}

std::string ResidueScanner::wayOut(std::string_view text) const
{
    if (text[0] == '>' || text[0] == '@')
        return "; correct it, or begin a new line if a record starts here";
    if (!m_isNucleic || !isLetter(text[0]))
        return "; correct it or leave it out";
    std::string strange;
    for (const char c : text.substr(0, std::min(text.find_first_of("\r\n"), text.size()))) {
        const bool isStrange = isLetter(c) && m_table[static_cast<unsigned char>(c)] == Forbidden;
        if (const char upper = static_cast<char>(c & ~0x20); isStrange && strange.find(upper) == std::string::npos)
            strange += upper;
    }
    if (strange.size() < 2)
        return "; correct it, or write N for a base that is not known";
    return fmt::format(
        "; with letters such as {} this looks like protein: choose the protein alphabet, or a file of DNA",
        fmt::join(strange.substr(0, 4), ", "));
}

} // namespace anneal
