// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/plotlines.h"

#include <algorithm>

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>
#include <QValueAxis>

#include "style/theme.h"

namespace anneal {

namespace {

constexpr double kSmoothWidth = 1.75;
constexpr double kThickWidth = 2.75;
constexpr double kBandAlpha = 0.13;
constexpr double kRawAlphaLight = 0.30, kRawAlphaDark = 0.50, kRawAlphaCompare = 0.16;
constexpr double kGhostDash = 4, kGhostGap = 3;
constexpr int kSlotsBeforeDashes = 6;
constexpr std::size_t kSparseLines = 6;

QColor faded(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

/// With many lines in one chart the later slots are dashed, so that colour is not the only difference.
void applyPattern(QPen &pen, const ChartLine &line, std::size_t lineCount)
{
    pen.setStyle(line.pen);
    if (line.pen == Qt::SolidLine && lineCount > kSparseLines && line.slot > kSlotsBeforeDashes)
        pen.setDashPattern({6 / pen.widthF(), 3 / pen.widthF()});
}

QList<QPointF> drawnPoints(const std::vector<PlotPoint> &piece, const PlotFrame &frame)
{
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(piece.size()));
    for (const PlotPoint &point : piece)
        points.append({point.x, frame.drawn(point.y)});
    return points;
}

double rawAlpha(const ChartContent &content)
{
    if (content.faintRaw)
        return kRawAlphaCompare;
    return Theme::instance().isDark() ? kRawAlphaDark : kRawAlphaLight;
}

} // namespace

PlotLines::PlotLines(QChart *chart)
    : m_chart(chart)
    , m_x(new QValueAxis)
    , m_y(new QValueAxis)
{
    for (QValueAxis *axis : {m_x, m_y}) {
        axis->setLabelsVisible(false);
        axis->setGridLineVisible(false);
        axis->setLineVisible(false);
    }
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    m_x->setVisible(false);
    m_y->setVisible(false);
}

void PlotLines::attach(QAbstractSeries *series)
{
    m_chart->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
}

void PlotLines::show(const ChartContent &content, const PlotFrame &frame)
{
    m_x->setRange(frame.x.from, frame.x.to);
    m_y->setRange(frame.y.from, frame.y.to);
    m_usedLines = 0;
    m_usedAreas = 0;
    if (content.band) {
        for (const DrawnLine &drawn : content.lines)
            showBand(drawn, frame);
    }
    QPen ghost(inkColor(Ink::Disabled), 1);
    ghost.setDashPattern({kGhostDash, kGhostGap});
    for (const DrawnLine &drawn : content.lines)
        showPieces(drawn.replaced, ghost, frame);
    for (const DrawnLine &drawn : content.lines) {
        const QColor color = runColor(drawn.line.slot);
        QPen pen(faded(color, drawn.strength), drawn.thick ? kThickWidth : kSmoothWidth);
        pen.setJoinStyle(Qt::RoundJoin);
        applyPattern(pen, drawn.line, content.lines.size());
        if (!drawn.view.smooth.empty()) {
            showPieces(drawn.view.line, QPen(faded(color, rawAlpha(content) * drawn.strength), 1), frame);
            showPieces(drawn.view.smooth, pen, frame);
        } else {
            showPieces(drawn.view.line, pen, frame);
        }
    }
    clearRest();
}

void PlotLines::showBand(const DrawnLine &drawn, const PlotFrame &frame)
{
    if (drawn.view.bandLow.size() < 2 || drawn.line.dots)
        return;
    if (m_usedAreas == m_areas.size()) {
        auto *area = new QAreaSeries;
        area->setUpperSeries(new QLineSeries(area));
        area->setLowerSeries(new QLineSeries(area));
        area->setPen(Qt::NoPen);
        attach(area);
        m_areas.push_back(area);
    }
    QAreaSeries *area = m_areas[m_usedAreas++];
    area->setBrush(faded(runColor(drawn.line.slot), kBandAlpha * drawn.strength));
    area->lowerSeries()->replace(drawnPoints(drawn.view.bandLow, frame));
    area->upperSeries()->replace(drawnPoints(drawn.view.bandHigh, frame));
}

void PlotLines::showPieces(const std::vector<std::vector<PlotPoint>> &pieces, const QPen &pen, const PlotFrame &frame)
{
    for (const auto &piece : pieces)
        showPiece(piece, pen, frame);
}

void PlotLines::showPiece(const std::vector<PlotPoint> &piece, const QPen &pen, const PlotFrame &frame)
{
    if (piece.size() < 2) // painted as a dot, see paintLonePoints
        return;
    if (m_usedLines == m_lines.size()) {
        auto *line = new QLineSeries;
        attach(line);
        m_lines.push_back(line);
    }
    QLineSeries *line = m_lines[m_usedLines++];
    line->setPen(pen);
    line->replace(drawnPoints(piece, frame));
}

void PlotLines::clearRest()
{
    for (std::size_t i = m_usedLines; i < m_lines.size(); ++i) {
        if (m_lines[i]->count() > 0)
            m_lines[i]->clear();
    }
    for (std::size_t i = m_usedAreas; i < m_areas.size(); ++i) {
        if (m_areas[i]->upperSeries()->count() > 0) {
            m_areas[i]->upperSeries()->clear();
            m_areas[i]->lowerSeries()->clear();
        }
    }
}

} // namespace anneal
