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

/// Calls use(column, first row, end row) for every pixel column with rows in it.
template <typename Use>
void forEachColumn(const Window &window, Use use)
{
    for (std::size_t row = window.begin(); row < window.end();) {
        const int column = window.column(row);
        const std::size_t end = window.columnEnd(row, column);
        use(column, row, end);
        row = end;
    }
}

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

std::vector<std::vector<PlotPoint>> decimateLine(const Window &window, const ChannelView &view)
{
    LineBuilder line(window, view);
    const std::size_t before = window.begin() > 0 ? window.begin() - 1 : 0;
    const std::size_t after = std::min(window.end() + 1, window.size());
    if (!window.hasMoreRowsThanPixels()) {
        line.addRows(before, after);
        return line.take();
    }
    line.addRows(before, window.begin());
    forEachColumn(window, [&](int, std::size_t from, std::size_t to) {
        line.addColumn(from, view.channel.summary(view.values, from, to));
    });
    line.addRows(window.end(), after);
    return line.take();
}

void decimateBand(const Window &window, const ChannelView &view, std::vector<PlotPoint> &low,
                  std::vector<PlotPoint> &high)
{
    if (!window.hasMoreRowsThanPixels())
        return;
    forEachColumn(window, [&](int column, std::size_t from, std::size_t to) {
        const Summary summary = view.channel.summary(view.values, from, to);
        if (!summary.hasFinite())
            return;
        low.push_back({window.columnCentre(column), view.values[summary.minimumRow]});
        high.push_back({window.columnCentre(column), view.values[summary.maximumRow]});
    });
}

std::vector<NonFiniteMark> decimateMarks(const Window &window, const ChannelView &view)
{
    std::vector<NonFiniteMark> marks;
    if (!view.channel.summary(view.values, window.begin(), window.end()).hasNonFinite())
        return marks;
    forEachColumn(window, [&](int, std::size_t from, std::size_t to) {
        const Summary summary = view.channel.summary(view.values, from, to);
        for (const NonFinite kind : {NonFinite::NaN, NonFinite::PlusInfinity, NonFinite::MinusInfinity})
            if (const std::uint32_t count = summary.nonFinite[static_cast<std::size_t>(kind)])
                marks.push_back({window.x(firstOfKind(view, kind, from, to)), kind, count});
    });
    return marks;
}

} // namespace anneal
