// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPen>

#include "charts/chartcontent.h"

class QAbstractSeries;
class QAreaSeries;
class QChart;
class QLineSeries;
class QValueAxis;

namespace anneal {

/// The Qt Charts side of a chart: keeps line and area series and fills them anew, so that a refresh makes no objects.
class PlotLines
{
public:
    explicit PlotLines(QChart *chart);
    void show(const ChartContent &content, const PlotFrame &frame);

private:
    void showBand(const DrawnLine &drawn, const PlotFrame &frame);
    void showPieces(const std::vector<std::vector<PlotPoint>> &pieces, const QPen &pen, const PlotFrame &frame);
    void showPiece(const std::vector<PlotPoint> &piece, const QPen &pen, const PlotFrame &frame);
    void clearRest();
    void attach(QAbstractSeries *series);

    QChart *m_chart;
    QValueAxis *m_x;
    QValueAxis *m_y;
    std::vector<QLineSeries *> m_lines;
    std::vector<QAreaSeries *> m_areas;
    std::size_t m_usedLines = 0;
    std::size_t m_usedAreas = 0;
};

} // namespace anneal
