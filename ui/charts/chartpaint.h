// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QRectF>

#include "charts/chartcontent.h"

class QPainter;

namespace anneal {

/// Under the lines: surface, "not yet trained", grid, axis labels, reference and plan lines.
void paintChartGround(QPainter &painter, const ChartContent &content, const PlotFrame &frame);
/// Over the lines: dots, single points, non-finite triangles, end labels, event marks.
void paintChartMarks(QPainter &painter, const ChartContent &content, const PlotFrame &frame);
/// The sentence in the middle of a chart without data.
void paintEmptyText(QPainter &painter, const QRectF &area, const QString &text);

/// Event marks as they stand on the picture: those whose boxes would overlap share one box.
struct MarkBox {
    QRectF rect;
    std::vector<EventMark> marks;
};
[[nodiscard]] std::vector<MarkBox> markBoxes(const ChartContent &content, const PlotFrame &frame);

/// A letter in a box, for charts and event lists.
void paintLetterBox(QPainter &painter, const QRectF &rect, const QString &letter, Tone tone);
/// The sign of a non-finite value, its tip at `at`; downwards for −Inf.
void paintTriangle(QPainter &painter, const QPointF &at, bool downwards);

inline constexpr double kLetterBox = 14;

} // namespace anneal
