// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmapview.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>

#include "style/fonts.h"
#include "style/mixedcolor.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kGap = 6; ///< between names and cells
constexpr int kTick = 10; ///< columns between two numbers
constexpr double kDot = 4;

} // namespace

HeatMapView::HeatMapView(QWidget *parent)
    : CellView(parent)
{
    setFont(uiFont(TextRole::Caption));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        makeImage();
        update();
    });
}

void HeatMapView::setMap(HeatMap map)
{
    m_map = std::move(map);
    clampCell();
    makeImage();
    updateGeometry();
    update();
}

void HeatMapView::setCellSize(QSize size)
{
    m_cellSize = size;
    updateGeometry();
}

QColor HeatMapView::colorOf(float value) const
{
    const QColor empty = inkColor(Ink::Surface);
    if (std::isnan(value))
        return inkColor(Ink::Sunken);
    const double share =
        std::clamp((double(value) - m_map.low) / std::max(1e-12, double(m_map.high) - m_map.low), 0., 1.);
    if (!m_map.diverging)
        return mixedColor(empty, inkColor(Ink::Accent), share);
    return share < 0.5 ? mixedColor(empty, inkColor(Ink::Error), 1 - 2 * share)
                       : mixedColor(empty, inkColor(Ink::Accent), 2 * share - 1);
}

/// Painting scales one pixel a cell up, so a map of a million cells costs no more to move over than a small one.
void HeatMapView::makeImage()
{
    m_image = QImage(std::max(1, m_map.columns), std::max(1, m_map.rows), QImage::Format_RGB32);
    for (int row = 0; row < m_map.rows; ++row) {
        auto *line = reinterpret_cast<QRgb *>(m_image.scanLine(row));
        for (int column = 0; column < m_map.columns; ++column)
            line[column] = colorOf(m_map.at(row, column)).rgb();
    }
}

int HeatMapView::labelWidth() const
{
    int width = fontMetrics().horizontalAdvance(QString::number(std::max(1, m_map.rows)));
    for (const QString &name : m_map.rowNames)
        width = std::max(width, fontMetrics().horizontalAdvance(name));
    return width + kGap;
}

QRectF HeatMapView::area() const
{
    const double left = labelWidth(), top = fontMetrics().height() + kGap;
    QSizeF cell = m_cellSize;
    if (m_cellSize.isEmpty()) {
        const double side =
            std::min((width() - left - 1) / std::max(1, m_map.columns), (height() - top - 1) / std::max(1, m_map.rows));
        cell = {std::max(0.1, side), std::max(0.1, side)};
    }
    return {left, top, cell.width() * m_map.columns, cell.height() * m_map.rows};
}

QSize HeatMapView::sizeHint() const
{
    if (m_cellSize.isEmpty())
        return {360, 360};
    return {labelWidth() + m_cellSize.width() * m_map.columns + 1,
            fontMetrics().height() + kGap + m_cellSize.height() * m_map.rows + 1};
}

QSize HeatMapView::minimumSizeHint() const
{
    return m_cellSize.isEmpty() ? QSize(160, 160) : sizeHint();
}

void HeatMapView::paintNames(QPainter &painter, const QRectF &all) const
{
    painter.setPen(inkColor(Ink::Muted));
    const double cellWidth = all.width() / m_map.columns, cellHeight = all.height() / m_map.rows;
    const int widest = fontMetrics().horizontalAdvance(QString::number(m_map.columns)) + kGap;
    const int step = std::max(1, static_cast<int>(std::ceil(widest / (cellWidth * kTick)))) * kTick;
    for (int column = step - 1; column < m_map.columns; column += step) {
        const QRectF place(all.left() + (column + 0.5) * cellWidth - widest, 0, 2.0 * widest, all.top() - 2);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignBottom, QString::number(column + 1));
    }
    const bool named = !m_map.rowNames.isEmpty();
    const int rowStep = named ? 1 : step;
    for (int row = rowStep - 1; row < m_map.rows; row += rowStep) {
        const QRectF place(0, all.top() + (row + 0.5) * cellHeight - 10, all.left() - kGap, 20);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         named ? m_map.rowNames[row] : QString::number(row + 1));
    }
}

void HeatMapView::paintMarks(QPainter &painter, const QRectF &exposed) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(inkColor(Ink::Text));
    for (int column = 0; column < static_cast<int>(m_map.marked.size()); ++column) {
        const int row = m_map.marked[static_cast<std::size_t>(column)];
        if (row < 0)
            continue;
        const QRectF cell = cellRect(row, column);
        if (cell.intersects(exposed))
            painter.drawEllipse(cell.center(), kDot / 2, kDot / 2);
    }
}

void HeatMapView::paintEvent(QPaintEvent *event)
{
    if (isEmpty())
        return;
    QPainter painter(this);
    const QRectF all = area();
    painter.drawImage(all, m_image);
    paintNames(painter, all);
    paintMarks(painter, event->rect());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(inkColor(hasFocus() ? Ink::Accent : Ink::Text), hasFocus() ? 2 : 1));
    const QRectF cell = cellRect(row(), column());
    painter.drawRect(cell.width() < 4 ? cell.adjusted(-2, -2, 2, 2) : cell);
}

} // namespace anneal
