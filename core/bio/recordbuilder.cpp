// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/recordbuilder.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "bio/lettertable.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

/// Longer headers are read to their end, but not kept.
constexpr std::size_t kMostHeaderKept = 64 << 10;

/// The first word. A control character ends it too: NCBI joins headers by one.
std::string_view firstWord(std::string_view header)
{
    const auto separates = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7F'; };
    const auto *begin = std::find_if_not(header.begin(), header.end(), separates);
    const auto *end = std::find_if(begin, header.end(), separates);
    return header.substr(static_cast<std::size_t>(begin - header.begin()), static_cast<std::size_t>(end - begin));
}

} // namespace

RecordBuilder::RecordBuilder(SequenceSet &set, Findings &findings)
    : m_set(set)
    , m_findings(findings)
{
}

void RecordBuilder::begin(std::int64_t line)
{
    m_line = line;
    m_open = true;
    ++m_begun;
    m_header.clear();
}

void RecordBuilder::begin(std::int64_t line, std::string_view name)
{
    begin(line);
    m_name = name.empty() ? fmt::format("record {}", m_begun) : displayText(name);
}

void RecordBuilder::addHeader(std::string_view piece)
{
    m_header += piece.substr(0, kMostHeaderKept - std::min(m_header.size(), kMostHeaderKept));
}

void RecordBuilder::endHeader()
{
    if (m_header.size() == kMostHeaderKept)
        m_header.resize(m_header.size() - incompleteTail(m_header));
    const std::string_view id = firstWord(m_header);
    m_name = id.empty() ? fmt::format("record {}", m_begun) : displayText(id);
    if (id.empty())
        m_findings.add(Finding::NoId, {m_line, 1}, m_name);
    if (!isUtf8(m_header))
        m_findings.add(Finding::HeaderEncoding, {m_line, 1}, m_name);
}

void RecordBuilder::end()
{
    if (!m_open)
        return;
    m_open = false;
    if (m_set.tokens.size() == m_set.offsets.back()) {
        m_findings.add(Finding::EmptyRecord, {m_line, 1}, m_name);
        return;
    }
    m_fits = m_fits && m_set.names.size() + m_name.size() <= std::numeric_limits<std::uint32_t>::max();
    if (!m_fits)
        return;
    m_set.names += m_name;
    m_set.nameOffsets.push_back(static_cast<std::uint32_t>(m_set.names.size()));
    m_set.offsets.push_back(m_set.tokens.size());
    m_set.lines.push_back(static_cast<std::uint64_t>(m_line));
    if (m_set.keepsHeaders)
        m_set.headers.push_back(displayText(m_header));
}

} // namespace anneal
