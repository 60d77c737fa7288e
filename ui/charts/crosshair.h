// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "charts/chartcontent.h"

class QPainter;

namespace anneal {

/// What stands at the crosshair: the nearest logged point of every visible line.
struct CrosshairReading {
    struct Line {
        ChartLine line;
        SeriesPoint raw;
        std::optional<double> smoothed;
        std::optional<XRange> range; ///< smallest and largest value in this pixel column
        [[nodiscard]] double shown() const { return smoothed.value_or(raw.value); }
    };
    double x = 0;
    std::int64_t step = -1;
    std::int64_t tokens = 0;
    std::int64_t wallMicros = 0;
    std::vector<Line> lines;
};

[[nodiscard]] CrosshairReading readCrosshair(const ChartContent &content, const PlotFrame &frame, double x);
/// Line and a dot on every curve.
void paintCrosshair(QPainter &painter, const CrosshairReading &reading, const PlotFrame &frame);
/// The box with the values, beside the line where there is room.
void paintReadingBox(QPainter &painter, const CrosshairReading &reading, const ChartContent &content,
                     const PlotFrame &frame);
/// For the clipboard: a header line and one line per curve.
[[nodiscard]] QString readingTsv(const CrosshairReading &reading);

} // namespace anneal
