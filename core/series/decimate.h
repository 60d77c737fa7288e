// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "series/channel.h"
#include "series/series.h"

namespace anneal {

/// The part of a series that a chart shows, cut into pixel columns.
class Window
{
public:
    Window(const SeriesRows &rows, std::size_t size, const ViewRequest &request);

    [[nodiscard]] std::size_t begin() const { return m_begin; } ///< first row in view
    [[nodiscard]] std::size_t end() const { return m_end; } ///< one after the last
    [[nodiscard]] std::size_t size() const { return m_size; } ///< rows of the whole series
    [[nodiscard]] bool hasMoreRowsThanPixels() const { return m_end - m_begin > static_cast<std::size_t>(m_pixels); }
    [[nodiscard]] int pixels() const { return m_pixels; }
    [[nodiscard]] double x(std::size_t row) const { return m_rows.x(row, m_axis); }
    [[nodiscard]] int column(std::size_t row) const;
    /// First row at or after `from` that is right of this column.
    [[nodiscard]] std::size_t columnEnd(std::size_t from, int column) const;
    [[nodiscard]] double columnCentre(int column) const;

private:
    const SeriesRows &m_rows;
    XAxis m_axis;
    int m_pixels;
    std::size_t m_size;
    double m_from = 0;
    double m_to = 0;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
};

/// A channel with the values it was made from.
struct ChannelView {
    const Channel &channel;
    std::span<const double> values;
};

/// The rows of one pixel column.
struct Column {
    int index = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    Summary summary;
};
/// Every pixel column with rows in it.
[[nodiscard]] std::vector<Column> columnsOf(const Window &window, const ChannelView &view);

/// Pieces that hold every extreme of every column, with one row more on either side, so that lines reach the border.
[[nodiscard]] std::vector<std::vector<PlotPoint>> drawLine(const Window &window, const ChannelView &view,
                                                           const std::vector<Column> &columns);
void drawBand(const Window &window, const ChannelView &view, const std::vector<Column> &columns,
              DecimatedSeries &result);
[[nodiscard]] std::vector<NonFiniteMark> drawMarks(const Window &window, const ChannelView &view,
                                                   const std::vector<Column> &columns);

} // namespace anneal
