// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartview.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QPainter>
#include <QResizeEvent>

#include "charts/chartpaint.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kMostColumns = 2000; // two points a column: the 4,000 points a line may have
constexpr double kEndLabelWidth = 84;

QChart *makeChart()
{
    auto *chart = new QChart;
    chart->legend()->hide();
    chart->setBackgroundVisible(false);
    chart->setPlotAreaBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    return chart;
}

} // namespace

ChartView::ChartView(ChartGroup *group, QWidget *parent)
    : QChartView(makeChart(), parent)
    , m_group(group)
    , m_lines(chart())
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(120, 80);
    connect(scene(), &QGraphicsScene::changed, this, &ChartView::invalidate);
    connect(m_group, &ChartGroup::crosshairMoved, viewport(), qOverload<>(&QWidget::update));
}

void ChartView::setContent(ChartContent content)
{
    m_content = std::move(content);
    if (!m_group->zoomed())
        m_zoomY.reset();
    fit();
}

/// Fixed margins, so that the x axes of stacked charts line up.
void ChartView::fit()
{
    const QFontMetricsF metrics(uiFont(TextRole::Caption));
    const double left = metrics.horizontalAdvance(QStringLiteral("−0.0000")) + 6;
    const double top = m_content.letters ? kLetterBox + 4 : 8;
    const double right = m_content.endLabels ? kEndLabelWidth : 10;
    m_frame.area = QRectF(rect()).adjusted(left, top, -right, -(metrics.height() + 8));
    m_frame.x = m_content.x;
    m_frame.log = m_content.logY;
    m_frame.y = m_zoomY.value_or(fitY(m_content));
    if (m_frame.area.width() < 1 || m_frame.area.height() < 1)
        return;
    chart()->setPlotArea(m_frame.area);
    m_lines.show(m_content, m_frame);
    invalidate();
}

int ChartView::columns() const
{
    const double wide = m_frame.area.isValid() ? m_frame.area.width() : QWidget::width();
    return qBound(16, qRound(wide * devicePixelRatioF()), kMostColumns);
}

void ChartView::invalidate()
{
    m_picture = {};
    viewport()->update();
}

void ChartView::paintPicture(QPainter &painter)
{
    if (m_content.empty()) {
        paintEmptyText(painter, rect().adjusted(16, 8, -16, -8), m_content.emptyText);
        return;
    }
    paintChartGround(painter, m_content, m_frame);
    painter.setRenderHint(QPainter::Antialiasing);
    render(&painter, QRectF(rect()), rect());
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintChartMarks(painter, m_content, m_frame);
}

void ChartView::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull()) {
        m_picture = QPixmap(viewport()->size() * devicePixelRatioF());
        m_picture.setDevicePixelRatio(devicePixelRatioF());
        m_picture.fill(inkColor(Ink::Surface));
        QPainter painter(&m_picture);
        paintPicture(painter);
    }
    QPainter painter(viewport());
    painter.drawPixmap(0, 0, m_picture);
    paintOverlay(painter);
}

void ChartView::paintOverlay(QPainter &painter)
{
    if (const auto now = reading(); now && !m_content.empty()) {
        paintCrosshair(painter, *now, m_frame);
        if (viewport()->underMouse() || hasFocus())
            paintReadingBox(painter, *now, m_content, m_frame);
    }
    if (m_dragFrom) {
        QRectF drag = QRectF(*m_dragFrom, m_dragTo).normalized();
        if (m_onlyX)
            drag = QRectF(drag.left(), m_frame.area.top(), drag.width(), m_frame.area.height());
        QColor fill = inkColor(Ink::Accent);
        fill.setAlphaF(0.12F);
        painter.fillRect(drag, fill);
        painter.setPen(QPen(inkColor(Ink::Accent), 1));
        painter.drawRect(drag);
    }
    if (hasFocus()) {
        painter.setPen(QPen(inkColor(Ink::Accent), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    fit();
    Q_EMIT resized();
}

std::optional<CrosshairReading> ChartView::reading() const
{
    if (!m_crosshairShown || !m_group->crosshair())
        return std::nullopt;
    return readCrosshair(m_content, m_frame, *m_group->crosshair());
}

void ChartView::setCrosshairShown(bool on)
{
    m_crosshairShown = on;
    viewport()->update();
}

const SeriesSource *ChartView::mainSource() const
{
    for (const DrawnLine &drawn : m_content.lines) {
        if (drawn.line.source.size() > 0)
            return &drawn.line.source;
    }
    return nullptr;
}

void ChartView::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

} // namespace anneal
