// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QChartView>
#include <QPixmap>

#include "charts/chartcontent.h"
#include "charts/crosshair.h"
#include "charts/plotlines.h"

namespace anneal {

/// The plot of a ChartCard: draws one ChartContent and turns mouse and keys into zoom, pan and crosshair of the group.
/// The picture is kept as a pixmap, so that a moving crosshair costs a copy and not a drawing of all charts of the
/// page.
class ChartView : public QChartView
{
    Q_OBJECT

public:
    explicit ChartView(ChartGroup *group, QWidget *parent = nullptr);

    void setContent(ChartContent content);
    [[nodiscard]] const ChartContent &content() const { return m_content; }
    [[nodiscard]] const PlotFrame &frame() const { return m_frame; }
    /// Pixel columns of the plot, to ask for points.
    [[nodiscard]] int columns() const;
    [[nodiscard]] std::optional<CrosshairReading> reading() const;
    void setCrosshairShown(bool on);
    /// Everything but the crosshair, for files.
    void paintPicture(QPainter &painter);

Q_SIGNALS:
    void resized();
    void logToggled();
    void smoothingWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void fit();
    void invalidate();
    void paintOverlay(QPainter &painter);
    void zoomTo(const QRectF &rect, bool onlyX);
    void activateMarkAt(const QPointF &point);
    void snapCrosshair(double x);
    void moveCrosshair(std::int64_t points);
    void moveCrosshairToEnd(bool last);
    bool handleCrosshairKey(const QKeyEvent *event);
    bool handleViewKey(const QKeyEvent *event);
    void panY(double share);
    [[nodiscard]] const SeriesSource *mainSource() const;

    ChartGroup *m_group;
    PlotLines m_lines;
    ChartContent m_content;
    PlotFrame m_frame;
    std::optional<XRange> m_zoomY;
    QPixmap m_picture;
    std::optional<QPointF> m_dragFrom;
    QPointF m_dragTo;
    std::optional<double> m_panFrom;
    bool m_onlyX = false;
    bool m_crosshairShown = true;
};

} // namespace anneal
