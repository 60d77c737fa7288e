// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/decimate.h"

#include <algorithm>

namespace anneal {

namespace {

/// First row in [from, to) for which `isLeft` no longer holds; isLeft must hold for a first part of the range only.
template <typename IsLeft>
std::size_t partition(std::size_t from, std::size_t to, IsLeft isLeft)
{
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if (isLeft(middle))
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

class LineBuilder
{
public:
    LineBuilder(const Window &window, const ChannelView &view)
        : m_window(window)
        , m_view(view)
    {
    }

    void addRow(std::size_t row, double inChannel)
    {
        if (m_broken)
            m_pieces.emplace_back();
        m_broken = false;
        m_pieces.back().push_back({m_window.x(row), m_view.channel.display(m_view.values[row], inChannel)});
    }
    void breakLine() { m_broken = true; }
    /// Every row for itself.
    void addRows(std::size_t from, std::size_t to)
    {
        m_view.channel.visit(m_view.values, from, to, [this](std::size_t row, double value) {
            if (std::isfinite(value))
                addRow(row, value);
            else
                breakLine();
        });
    }
    void addColumn(std::size_t from, const Summary &summary)
    {
        if (!std::isfinite(m_view.channel.scaled(m_view.values[from])))
            breakLine();
        if (summary.hasFinite())
            addExtremes(summary);
        if (summary.hasNonFinite())
            breakLine();
    }
    [[nodiscard]] std::vector<std::vector<PlotPoint>> take() { return std::move(m_pieces); }

private:
    void addExtremes(const Summary &summary)
    {
        const bool falls = summary.maximumRow < summary.minimumRow;
        if (falls)
            addRow(summary.maximumRow, summary.maximum);
        addRow(summary.minimumRow, summary.minimum);
        if (!falls && summary.maximumRow != summary.minimumRow)
            addRow(summary.maximumRow, summary.maximum);
    }

    const Window &m_window;
    const ChannelView &m_view;
    std::vector<std::vector<PlotPoint>> m_pieces;
    bool m_broken = true;
};

/// First row of the range that is not finite in this way.
std::size_t firstOfKind(const ChannelView &view, NonFinite kind, std::size_t from, std::size_t to)
{
    const auto count = [&](std::size_t end) {
        return view.channel.summary(view.values, from, end).nonFinite[static_cast<std::size_t>(kind)];
    };
    return partition(from, to - 1, [&](std::size_t row) { return count(row + 1) == 0; });
}

} // namespace

Window::Window(const SeriesRows &rows, std::size_t size, const ViewRequest &request)
    : m_rows(rows)
    , m_axis(request.axis)
    , m_pixels(std::max(1, request.pixels))
    , m_size(size)
    , m_from(request.xFrom)
    , m_to(request.xTo)
{
    if (m_size == 0)
        return;
    if (!(m_from < m_to)) {
        m_from = x(0);
        m_to = x(m_size - 1);
    }
    m_begin = partition(0, m_size, [this](std::size_t row) { return x(row) < m_from; });
    m_end = partition(m_begin, m_size, [this](std::size_t row) { return x(row) <= m_to; });
}

int Window::column(std::size_t row) const
{
    const double share = m_to > m_from ? (x(row) - m_from) / (m_to - m_from) : 0;
    return std::clamp(static_cast<int>(share * m_pixels), 0, m_pixels - 1);
}

std::size_t Window::columnEnd(std::size_t from, int column) const
{
    // Columns hold about the same number of rows: a step that doubles finds the end sooner than halving the rest.
    std::size_t step = 1;
    std::size_t inside = from;
    while (inside + step < m_end && this->column(inside + step) <= column) {
        inside += step;
        step *= 2;
    }
    return partition(inside + 1, std::min(m_end, inside + step),
                     [&](std::size_t row) { return this->column(row) <= column; });
}

double Window::columnCentre(int column) const
{
    return m_from + (m_to - m_from) * (column + 0.5) / m_pixels;
}

std::vector<Column> columnsOf(const Window &window, const ChannelView &view)
{
    std::vector<Column> columns;
    for (std::size_t row = window.begin(); row < window.end();) {
        const int index = window.column(row);
        const std::size_t end = window.columnEnd(row, index);
        columns.push_back({index, row, end, view.channel.summary(view.values, row, end)});
        row = end;
    }
    return columns;
}

std::vector<std::vector<PlotPoint>> drawLine(const Window &window, const ChannelView &view,
                                             const std::vector<Column> &columns)
{
    LineBuilder line(window, view);
    const std::size_t before = window.begin() > 0 ? window.begin() - 1 : 0;
    const std::size_t after = std::min(window.end() + 1, window.size());
    if (!window.hasMoreRowsThanPixels()) {
        line.addRows(before, after);
        return line.take();
    }
    line.addRows(before, window.begin());
    for (const Column &column : columns)
        line.addColumn(column.begin, column.summary);
    line.addRows(window.end(), after);
    return line.take();
}

void drawBand(const Window &window, const ChannelView &view, const std::vector<Column> &columns,
              DecimatedSeries &result)
{
    if (!window.hasMoreRowsThanPixels())
        return;
    for (const Column &column : columns) {
        if (!column.summary.hasFinite())
            continue;
        const double x = window.columnCentre(column.index);
        result.bandLow.push_back({x, view.values[column.summary.minimumRow]});
        result.bandHigh.push_back({x, view.values[column.summary.maximumRow]});
    }
}

std::vector<NonFiniteMark> drawMarks(const Window &window, const ChannelView &view, const std::vector<Column> &columns)
{
    std::vector<NonFiniteMark> marks;
    for (const Column &column : columns)
        for (const NonFinite kind : {NonFinite::NaN, NonFinite::PlusInfinity, NonFinite::MinusInfinity})
            if (const std::uint32_t count = column.summary.nonFinite[static_cast<std::size_t>(kind)])
                marks.push_back({window.x(firstOfKind(view, kind, column.begin, column.end)), kind, count});
    return marks;
}

} // namespace anneal
