// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/runseries.h"

#include <algorithm>
#include <limits>

namespace anneal {

namespace {

std::string joined(std::span<const std::string> names)
{
    std::string key;
    for (const std::string &name : names)
        key += name + '\n';
    return key;
}

/// Time and tokens never go back on an axis: a clock that was set back waits until it has caught up.
void appendRising(std::vector<std::int64_t> &to, std::span<const std::int64_t> from)
{
    std::int64_t highest = to.empty() ? from.front() : to.back();
    for (const std::int64_t value : from)
        to.push_back(highest = std::max(highest, value));
}

} // namespace

void RunSeries::append(const Rows &rows)
{
    if (rows.steps.empty())
        return;
    const std::string key = joined(rows.series);
    Group &group = m_groups[key];
    if (!group.rows) {
        group.rows = std::make_shared<SeriesRows>();
        for (const std::string &name : rows.series) {
            group.series.emplace(name, Series(group.rows));
            m_groupOf[name] = key;
        }
    }
    std::int64_t last = group.rows->steps.empty() ? std::numeric_limits<std::int64_t>::min() : group.rows->steps.back();
    std::size_t from = 0;
    for (std::size_t row = 0; row < rows.steps.size(); ++row) {
        if (rows.steps[row] <= last) {
            appendStretch(group, rows, from, row);
            rewind(group, {rows.steps[row], rows.wallMicros[row]});
            from = row;
        }
        last = rows.steps[row];
    }
    appendStretch(group, rows, from, rows.steps.size());
}

/// Rows whose steps rise, without those that another group's rewind has replaced.
void RunSeries::appendStretch(Group &group, const Rows &rows, std::size_t from, std::size_t to)
{
    while (from < to) {
        std::size_t end = from;
        while (end < to && !isReplaced(group, rows.steps[end], rows.wallMicros[end]))
            ++end;
        if (end > from)
            appendRows(group, rows, from, end);
        from = end;
        while (end < to && isReplaced(group, rows.steps[end], rows.wallMicros[end]))
            ++end;
        if (end > from)
            keepReplaced(rows, from, end);
        from = end;
    }
}

bool RunSeries::isReplaced(Group &group, std::int64_t step, std::int64_t wallMicros) const
{
    for (std::size_t i = group.passedRewinds; i < m_rewinds.size(); ++i) {
        if (step < m_rewinds[i].step)
            continue;
        if (wallMicros < m_rewinds[i].wallMicros)
            return true;
        // Rows of a group stand in the order of their writing: what follows is newer still.
        group.passedRewinds = i + 1;
    }
    return false;
}

void RunSeries::appendRows(Group &group, const Rows &rows, std::size_t from, std::size_t to)
{
    SeriesRows &columns = *group.rows;
    const std::size_t keep = columns.steps.size();
    const auto steps = rows.steps.subspan(from, to - from);
    columns.steps.insert(columns.steps.end(), steps.begin(), steps.end());
    appendRising(columns.tokens, rows.tokens.subspan(from, to - from));
    appendRising(columns.wallMicros, rows.wallMicros.subspan(from, to - from));
    for (std::size_t series = 0; series < rows.series.size(); ++series)
        group.series.at(rows.series[series])
            .append(rows.values.subspan(series * rows.steps.size() + from, to - from), keep);
}

/// The run went on from an earlier step: what stands from there on is replaced. In the group where it shows that is
/// everything; in others, what was written before.
void RunSeries::rewind(Group &origin, const Rewind &rewind)
{
    m_rewinds.push_back(rewind);
    for (auto &[key, group] : m_groups) {
        const SeriesRows &columns = *group.rows;
        const auto first =
            std::lower_bound(columns.steps.begin(), columns.steps.end(), rewind.step) - columns.steps.begin();
        const auto &times = columns.wallMicros;
        const auto later =
            &group == &origin ? times.end() : std::lower_bound(times.begin() + first, times.end(), rewind.wallMicros);
        removeRows(group, static_cast<std::size_t>(first), static_cast<std::size_t>(later - times.begin()));
    }
    origin.passedRewinds = m_rewinds.size();
}

void RunSeries::removeRows(Group &group, std::size_t from, std::size_t to)
{
    if (from >= to)
        return;
    keepReplaced(group, from, to);
    for (auto *column : {&group.rows->steps, &group.rows->tokens, &group.rows->wallMicros})
        column->erase(column->begin() + static_cast<std::ptrdiff_t>(from),
                      column->begin() + static_cast<std::ptrdiff_t>(to));
    for (auto &[name, series] : group.series) {
        std::vector<double> rest;
        for (std::size_t row = to; row < series.size(); ++row)
            rest.push_back(series.value(row));
        series.append(rest, from);
    }
}

/// Rows that stand in the group now, with the one before them, so that a drawn line begins where it branched off.
void RunSeries::keepReplaced(const Group &group, std::size_t from, std::size_t to)
{
    const std::size_t first = from > 0 ? from - 1 : from;
    const auto part = [&](const std::vector<std::int64_t> &column) {
        return std::vector(column.begin() + static_cast<std::ptrdiff_t>(first),
                           column.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const auto rows = std::make_shared<const SeriesRows>(
        SeriesRows{part(group.rows->steps), part(group.rows->tokens), part(group.rows->wallMicros)});
    for (const auto &[name, series] : group.series) {
        std::vector<double> values;
        for (std::size_t row = first; row < to; ++row)
            values.push_back(series.value(row));
        m_replaced[name].emplace_back(rows).append(values, 0);
    }
}

/// Rows that were replaced before they arrived.
void RunSeries::keepReplaced(const Rows &rows, std::size_t from, std::size_t to)
{
    const auto columns = std::make_shared<SeriesRows>();
    const auto steps = rows.steps.subspan(from, to - from);
    columns->steps.assign(steps.begin(), steps.end());
    appendRising(columns->tokens, rows.tokens.subspan(from, to - from));
    appendRising(columns->wallMicros, rows.wallMicros.subspan(from, to - from));
    for (std::size_t series = 0; series < rows.series.size(); ++series)
        m_replaced[rows.series[series]].emplace_back(columns).append(
            rows.values.subspan(series * rows.steps.size() + from, to - from), 0);
}

const std::vector<Series> &RunSeries::replaced(const std::string &name) const
{
    static const std::vector<Series> kNone;
    const auto found = m_replaced.find(name);
    return found == m_replaced.end() ? kNone : found->second;
}

void RunSeries::clear()
{
    *this = {};
}

const Series *RunSeries::find(const std::string &name) const
{
    const auto key = m_groupOf.find(name);
    return key == m_groupOf.end() ? nullptr : &m_groups.at(key->second).series.at(name);
}

std::vector<std::string> RunSeries::names() const
{
    std::vector<std::string> names;
    for (const auto &[name, key] : m_groupOf)
        names.push_back(name);
    return names;
}

std::int64_t RunSeries::lastStep() const
{
    std::int64_t last = -1;
    for (const auto &[key, group] : m_groups)
        last = group.rows->steps.empty() ? last : std::max(last, group.rows->steps.back());
    return last;
}

std::int64_t RunSeries::lastWallMicros() const
{
    std::int64_t last = -1;
    for (const auto &[key, group] : m_groups)
        last = group.rows->wallMicros.empty() ? last : std::max(last, group.rows->wallMicros.back());
    return last;
}

} // namespace anneal
