// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/headerfields.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr std::size_t kHeadersThatNameColumns = 100;
constexpr std::string_view kBetweenPairs = " \t;|";

using Pair = std::pair<std::string, std::string>;

bool isKey(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

/// Values may hold blanks: what has no '=' belongs to the value before.
std::vector<Pair> pairsOf(std::string_view header)
{
    std::vector<Pair> pairs;
    std::string between;
    while (!header.empty()) {
        const std::size_t end = std::min(header.find_first_of(kBetweenPairs), header.size());
        const std::string_view word = header.substr(0, end);
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos && isKey(word.substr(0, equals)))
            pairs.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        else if (!pairs.empty() && !word.empty())
            pairs.back().second += between + std::string(word);
        between = end < header.size() ? std::string(1, header[end]) : std::string();
        header.remove_prefix(std::min(header.size(), end + 1));
    }
    return pairs;
}

std::vector<std::string> fieldsOf(std::string_view header, std::string_view separators)
{
    std::vector<std::string> fields;
    while (!header.empty()) {
        const std::size_t end = std::min(header.find_first_of(separators), header.size());
        if (end > 0 || separators == "|")
            fields.emplace_back(trimmedBlanks(header.substr(0, end)));
        header.remove_prefix(std::min(header.size(), end + 1));
    }
    return fields;
}

class HeaderRows : public RowSource
{
public:
    HeaderRows(const SequenceSet &set, std::size_t withLetters)
        : m_set(set)
        , m_withLetters(withLetters)
    {
        m_names = {"id", "sequence"};
        m_headerLine = set.size() > 0 ? static_cast<std::int64_t>(set.lines[0]) : 1;
        const std::string first = set.size() > 0 ? set.headers[0] : std::string();
        m_hasPairs = !pairsOf(first).empty();
        m_separators = first.find('|') != std::string::npos ? "|" : " \t";
        for (std::size_t i = 0; i < std::min(set.size(), kHeadersThatNameColumns); ++i)
            addNames(set.headers[i]);
    }

    std::string format() const override { return "sequences with labels in their headers"; }
    Result<bool> next(TableRow &row) override;

private:
    void addNames(const std::string &header);
    void fill(TableRow &row, const std::string &header) const;

    const SequenceSet &m_set;
    std::size_t m_withLetters;
    std::size_t m_at = 0;
    bool m_hasPairs = false;
    std::string_view m_separators;
};

void HeaderRows::addNames(const std::string &header)
{
    const auto add = [this](const std::string &name) {
        if (std::find(m_names.begin(), m_names.end(), name) == m_names.end())
            m_names.push_back(name);
    };
    if (m_hasPairs) {
        for (const auto &[key, ignored] : pairsOf(header))
            add(key);
        return;
    }
    const std::size_t fields = fieldsOf(header, m_separators).size();
    for (std::size_t field = 2; field <= fields; ++field)
        add(fmt::format("field {}", field));
}

void HeaderRows::fill(TableRow &row, const std::string &header) const
{
    if (m_hasPairs) {
        for (const auto &[key, value] : pairsOf(header)) {
            const auto found = std::find(m_names.begin(), m_names.end(), key);
            if (found != m_names.end())
                row.cells[static_cast<std::size_t>(found - m_names.begin())] = trimmedBlanks(value);
        }
        return;
    }
    const std::vector<std::string> fields = fieldsOf(header, m_separators);
    for (std::size_t field = 1; field < fields.size() && field + 1 < row.cells.size(); ++field)
        row.cells[field + 1] = fields[field];
}

Result<bool> HeaderRows::next(TableRow &row)
{
    if (m_at == m_set.size())
        return false;
    row.line = static_cast<std::int64_t>(m_set.lines[m_at]);
    row.cells.assign(m_names.size(), {});
    row.types.assign(m_names.size(), CellType::Text);
    row.places.assign(m_names.size(), {row.line, 1});
    fill(row, m_set.headers[m_at]);
    row.cells[0] = m_set.name(m_at);
    row.cells[1] =
        m_at < m_withLetters ? m_set.alphabet->decode(m_set.sequence(m_at), m_set.length(m_at)) : std::string();
    ++m_at;
    return true;
}

} // namespace

std::unique_ptr<RowSource> openHeaders(const SequenceSet &set, std::size_t withLetters)
{
    return std::make_unique<HeaderRows>(set, withLetters);
}

} // namespace anneal
