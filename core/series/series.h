// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace anneal {

enum class XAxis { Step, Tokens, WallTime, RelativeTime };

/// The x columns that all series of one metric group share. Steps ascend; tokens and time never go back (a clock that
/// was set back stands still until it has caught up), so that rows are found by halving.
struct SeriesRows {
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> wallMicros;
    [[nodiscard]] double x(std::size_t row, XAxis axis) const; ///< RelativeTime: seconds since the first row
};

struct PlotPoint {
    double x = 0;
    double y = 0;
};

enum class NonFinite { NaN, PlusInfinity, MinusInfinity };
struct NonFiniteMark {
    double x = 0;
    NonFinite kind = NonFinite::NaN;
    std::int64_t count = 1; ///< merged within one pixel
};

/// What a chart draws: at most about two points a pixel column, with every extreme of the full data in it.
struct DecimatedSeries {
    std::vector<std::vector<PlotPoint>> line; ///< pieces, broken at non-finite values
    std::vector<PlotPoint> bandLow, bandHigh; ///< per pixel column
    std::vector<std::vector<PlotPoint>>
        smooth; ///< debiased EMA over the full data, then decimated; empty when smoothing is 0
    std::vector<NonFiniteMark> marks;
    double minimum = 0, maximum = 0; ///< of finite values in view; minimum > maximum when there is none
};

struct ViewRequest {
    double xFrom = 0, xTo = 0; ///< in axis units; xFrom ≥ xTo = everything
    int pixels = 800;
    XAxis axis = XAxis::Step;
    double smoothing = 0; ///< 0 – 0.999
    bool logY = false; ///< smoothing runs on log values; values ≤ 0 become marks
};

/// One series: all values at full precision plus a min/max/last pyramid, appended to as a run grows.
/// Appending costs amortised O(1); a view costs O(pixels · log n), smoothing aside, whatever the length.
class Series
{
public:
    explicit Series(std::shared_ptr<const SeriesRows> rows);
    ~Series();
    Series(Series &&) noexcept;
    Series &operator=(Series &&) noexcept;

    /// Values for the newest rows of the shared columns; `keepRows` first cuts the series to that many rows.
    void append(std::span<const double> values, std::size_t keepRows);
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] double value(std::size_t row) const;
    [[nodiscard]] const SeriesRows &rows() const;
    [[nodiscard]] DecimatedSeries view(const ViewRequest &request) const;
    /// Row whose x is nearest.
    [[nodiscard]] std::size_t nearestRow(double x, XAxis axis) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace anneal
