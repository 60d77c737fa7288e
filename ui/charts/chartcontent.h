// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include <QRectF>

#include "charts/chartgroup.h"

namespace anneal {

/// One line with the points that are drawn now.
struct DrawnLine {
    ChartLine line;
    DecimatedSeries view;
    std::vector<std::vector<PlotPoint>> replaced; ///< taken out by a resume or roll-back: a grey ghost
    double strength = 1; ///< 0.25 while another line is highlighted
    bool thick = false;
};

/// Everything one picture of a chart is made from.
struct ChartContent {
    std::vector<DrawnLine> lines; ///< visible ones only
    std::vector<ReferenceLine> references;
    std::vector<PlanLine> plans;
    std::vector<EventMark> marks;
    XAxis axis = XAxis::Step;
    XRange x{0, 1};
    double dataEnd = 0;
    double plannedEnd = 0;
    bool logY = false;
    bool band = true;
    bool faintRaw = false;
    bool letters = false;
    bool endLabels = false;
    double smoothing = 0;
    ValueFormat format = ValueFormat::Norm;
    QString emptyText;
    std::optional<PlotPoint> robustY; ///< x = low, y = high of "Ignore outliers"

    [[nodiscard]] bool empty() const;
    [[nodiscard]] int pointCount() const;
    [[nodiscard]] int replacedPointCount() const;
    [[nodiscard]] std::int64_t nonFiniteCount() const;
};

/// Where data lands on the picture. `y` is in drawn units: log10 on a log axis.
struct PlotFrame {
    QRectF area;
    XRange x{0, 1};
    XRange y{0, 1};
    bool log = false;

    [[nodiscard]] double drawn(double value) const { return log ? std::log10(value) : value; }
    [[nodiscard]] double undrawn(double height) const { return log ? std::pow(10.0, height) : height; }
    [[nodiscard]] double toX(double value) const { return area.left() + (value - x.from) / x.length() * area.width(); }
    [[nodiscard]] double toY(double value) const
    {
        return area.bottom() - (drawn(value) - y.from) / y.length() * area.height();
    }
    [[nodiscard]] double fromX(double pixel) const
    {
        return x.from + (pixel - area.left()) / area.width() * x.length();
    }
    [[nodiscard]] double fromY(double pixel) const
    {
        return y.from + (area.bottom() - pixel) / area.height() * y.length();
    }
};

/// The y range (drawn units) that shows all of `content` with a little air.
[[nodiscard]] XRange fitY(const ChartContent &content);
/// Data units of a format per unit of its axis labels: bytes are labelled in GiB, shares in per cent.
[[nodiscard]] double labelScale(ValueFormat format);

} // namespace anneal
