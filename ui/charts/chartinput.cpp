// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of ChartView.
#include <cmath>

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include "charts/chartpaint.h"
#include "charts/chartview.h"

namespace anneal {

namespace {

constexpr double kWheelStep = 0.8;
constexpr double kKeyZoom = 0.7;
constexpr double kPan = 0.1;
constexpr std::int64_t kBigStep = 10;
constexpr double kDragThreshold = 5;

const MarkBox *boxAt(const std::vector<MarkBox> &boxes, const QPointF &point)
{
    for (const MarkBox &box : boxes) {
        if (box.rect.adjusted(-2, -2, 2, 2).contains(point))
            return &box;
    }
    return nullptr;
}

} // namespace

void ChartView::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::MiddleButton)
        m_panFrom = event->position().x();
    else if (event->button() == Qt::LeftButton && !m_content.empty())
        m_dragFrom = m_dragTo = event->position();
}

void ChartView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_panFrom) {
        m_group->panBy((*m_panFrom - event->position().x()) / m_frame.area.width());
        m_panFrom = event->position().x();
        return;
    }
    if (m_dragFrom) {
        m_dragTo = event->position();
        m_onlyX = event->modifiers() & Qt::ShiftModifier;
        viewport()->update();
        return;
    }
    if (m_frame.area.contains(event->position()))
        snapCrosshair(m_frame.fromX(event->position().x()));
    else if (!hasFocus())
        m_group->setCrosshair(std::nullopt);
    const bool onMark = m_content.letters && boxAt(markBoxes(m_content, m_frame), event->position());
    viewport()->setCursor(onMark ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ChartView::mouseReleaseEvent(QMouseEvent *event)
{
    m_panFrom.reset();
    if (!m_dragFrom || event->button() != Qt::LeftButton)
        return;
    const QRectF dragged = QRectF(*m_dragFrom, event->position()).normalized();
    m_dragFrom.reset();
    viewport()->update();
    if (dragged.width() >= kDragThreshold)
        zoomTo(dragged, event->modifiers() & Qt::ShiftModifier || dragged.height() < kDragThreshold);
    else
        activateMarkAt(event->position());
}

void ChartView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragFrom.reset();
    m_zoomY.reset();
    m_group->resetZoom();
}

void ChartView::zoomTo(const QRectF &rect, bool onlyX)
{
    if (!onlyX)
        m_zoomY = XRange{m_frame.fromY(rect.bottom()), m_frame.fromY(rect.top())};
    m_group->setZoom({m_frame.fromX(rect.left()), m_frame.fromX(rect.right())});
}

void ChartView::activateMarkAt(const QPointF &point)
{
    if (!m_content.letters)
        return;
    const std::vector<MarkBox> boxes = markBoxes(m_content, m_frame);
    const MarkBox *box = boxAt(boxes, point);
    if (!box)
        return;
    if (box->marks.size() == 1) {
        Q_EMIT m_group->markActivated(box->marks.front().id);
        return;
    }
    QMenu menu(this);
    for (const EventMark &mark : box->marks)
        menu.addAction(mark.text, m_group, [group = m_group, id = mark.id] { Q_EMIT group->markActivated(id); });
    menu.exec(mapToGlobal(box->rect.bottomLeft().toPoint()));
}

void ChartView::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        event->ignore(); // the page scrolls
        return;
    }
    const double turns = event->angleDelta().y() / 120.0;
    m_group->zoomAround(m_frame.fromX(event->position().x()), std::pow(kWheelStep, turns));
    event->accept();
}

void ChartView::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    if (!hasFocus())
        m_group->setCrosshair(std::nullopt);
}

bool ChartView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && m_content.letters) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const std::vector<MarkBox> boxes = markBoxes(m_content, m_frame);
        QStringList lines;
        if (const MarkBox *box = boxAt(boxes, help->pos())) {
            for (const EventMark &mark : box->marks)
                lines.append(mark.text);
        }
        QToolTip::showText(help->globalPos(), lines.join(u'\n'), viewport());
        return true;
    }
    return QChartView::viewportEvent(event);
}

void ChartView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        if (const auto now = reading())
            QApplication::clipboard()->setText(readingTsv(*now));
        return;
    }
    if (event->key() == Qt::Key_Escape && m_dragFrom) {
        m_dragFrom.reset();
        viewport()->update();
        return;
    }
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!plain || (!handleCrosshairKey(event) && !handleViewKey(event)))
        event->ignore();
}

bool ChartView::handleCrosshairKey(const QKeyEvent *event)
{
    const std::int64_t stride = event->modifiers() & Qt::ShiftModifier ? kBigStep : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        moveCrosshair(-stride);
        return true;
    case Qt::Key_Right:
        moveCrosshair(stride);
        return true;
    case Qt::Key_Home:
        moveCrosshairToEnd(false);
        return true;
    case Qt::Key_End:
        moveCrosshairToEnd(true);
        return true;
    default:
        return false;
    }
}

bool ChartView::handleViewKey(const QKeyEvent *event)
{
    const XRange seen = m_group->visible();
    const double focus = m_group->crosshair().value_or(seen.from + seen.length() / 2);
    switch (event->key()) {
    case Qt::Key_Plus:
        m_group->zoomAround(focus, kKeyZoom);
        return true;
    case Qt::Key_Minus:
        m_group->zoomAround(focus, 1 / kKeyZoom);
        return true;
    case Qt::Key_0:
        m_zoomY.reset();
        m_group->resetZoom();
        return true;
    case Qt::Key_Up:
        panY(kPan);
        return true;
    case Qt::Key_Down:
        panY(-kPan);
        return true;
    case Qt::Key_L:
        Q_EMIT logToggled();
        return true;
    case Qt::Key_X:
        m_group->nextAxis();
        return true;
    case Qt::Key_S:
        Q_EMIT smoothingWanted();
        return true;
    default:
        return false;
    }
}

void ChartView::panY(double share)
{
    const double shift = share * m_frame.y.length();
    m_zoomY = XRange{m_frame.y.from + shift, m_frame.y.to + shift};
    fit();
}

void ChartView::snapCrosshair(double x)
{
    const SeriesSource *source = mainSource();
    const auto point = source ? source->nearest(x, m_content.axis) : std::nullopt;
    m_group->setCrosshair(point ? std::optional(point->x) : std::nullopt);
}

void ChartView::moveCrosshair(std::int64_t points)
{
    const SeriesSource *source = mainSource();
    if (!source)
        return;
    if (!m_group->crosshair()) {
        moveCrosshairToEnd(true);
        return;
    }
    const auto here = source->nearest(*m_group->crosshair(), m_content.axis);
    const auto last = static_cast<std::int64_t>(source->size()) - 1;
    const std::int64_t row = qBound<std::int64_t>(0, static_cast<std::int64_t>(here->row) + points, last);
    const auto there = source->at(static_cast<std::size_t>(row), m_content.axis);
    if (!there)
        return;
    const XRange seen = m_group->visible();
    if (m_group->zoomed() && (there->x < seen.from || there->x > seen.to))
        m_group->panBy(there->x < seen.from ? -0.5 : 0.5);
    m_group->setCrosshair(there->x);
}

void ChartView::moveCrosshairToEnd(bool last)
{
    const SeriesSource *source = mainSource();
    const auto point = source ? source->at(last ? source->size() - 1 : 0, m_content.axis) : std::nullopt;
    if (point)
        m_group->setCrosshair(point->x);
}

} // namespace anneal
