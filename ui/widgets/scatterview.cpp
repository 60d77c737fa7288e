// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scatterview.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr double kRoom = 0.07; ///< of the range, left free on each side
constexpr double kRadius = 4, kChosenRadius = 6.5, kReach = 9;
constexpr int kTitle = 22, kTop = 4, kNameGap = 6;
constexpr int kFew = 200; ///< more points than this are painted see-through, so that crowds show
constexpr int kCrowdOpacity = 150;

/// From low to high with some room; a single value stands in the middle.
std::pair<double, double> widened(double low, double high)
{
    const double room = high > low ? kRoom * (high - low) : 1;
    return {low - room, high + room};
}

QRectF rangeOf(const std::vector<ScatterPoint> &points)
{
    double left = 0, right = 0, bottom = 0, top = 0;
    for (const ScatterPoint &point : points) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        bottom = std::min(bottom, point.y);
        top = std::max(top, point.y);
    }
    std::tie(left, right) = widened(left, right);
    std::tie(bottom, top) = widened(bottom, top);
    return {left, bottom, right - left, top - bottom};
}

QString coordinate(double value)
{
    return QString::number(value, 'g', 3).replace(u'-', u'−');
}

} // namespace

ScatterView::ScatterView(QWidget *parent)
    : QWidget(parent)
{
    setFont(uiFont(TextRole::Secondary));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Map of points"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ScatterView::setPoints(std::vector<ScatterPoint> points, const QString &xTitle, const QString &yTitle)
{
    m_points = std::move(points);
    m_range = rangeOf(m_points);
    m_xTitle = xTitle;
    m_yTitle = yTitle;
    m_empty.clear();
    m_hovered = -1;
    m_chosen = m_chosen < count() ? m_chosen : -1;
    describe();
}

void ScatterView::setEmpty(const QString &text)
{
    setPoints({}, {}, {});
    m_empty = text;
    describe();
}

void ScatterView::choose(int point)
{
    const int next = point >= 0 && point < count() ? point : -1;
    if (next == m_chosen)
        return;
    m_chosen = next;
    describe();
    Q_EMIT chosenChanged(m_chosen);
}

void ScatterView::describe()
{
    const QString points = tr("%1 points; across %2, upwards %3").arg(countText(count()), m_xTitle, m_yTitle);
    const QString chosen = m_chosen >= 0 ? tr("; chosen: %1").arg(pointText(m_chosen)) : QString();
    setAccessibleDescription(m_points.empty() ? m_empty : points + chosen);
    update();
}

QRectF ScatterView::plotArea() const
{
    return QRectF(rect()).adjusted(kTitle + 2, kTop, -kTop, -kTitle - 2);
}

QPointF ScatterView::toPixel(double x, double y) const
{
    const QRectF plot = plotArea();
    return {plot.left() + (x - m_range.left()) / m_range.width() * plot.width(),
            plot.bottom() - (y - m_range.top()) / m_range.height() * plot.height()};
}

QPointF ScatterView::position(int point) const
{
    const ScatterPoint &at = m_points[static_cast<std::size_t>(point)];
    return toPixel(at.x, at.y);
}

int ScatterView::pointAt(const QPointF &pixel) const
{
    int nearest = -1;
    double best = kReach;
    for (int i = 0; i < count(); ++i) {
        const QPointF away = position(i) - pixel;
        if (const double distance = std::hypot(away.x(), away.y()); distance < best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

QString ScatterView::pointText(int point) const
{
    const ScatterPoint &at = m_points[static_cast<std::size_t>(point)];
    return QStringLiteral("%1 (%2, %3)").arg(at.name, coordinate(at.x), coordinate(at.y));
}

void ScatterView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_points.empty()) {
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_empty);
        return;
    }
    paintAxes(painter);
    paintPoints(painter);
    for (const int point : {m_hovered, m_chosen})
        if (point >= 0)
            paintName(painter, point);
}

void ScatterView::paintAxes(QPainter &painter) const
{
    const QRectF plot = plotArea();
    const QPointF middle = toPixel(0, 0);
    painter.setPen(QPen(inkColor(Ink::Grid), 1));
    painter.drawLine(QPointF(plot.left(), middle.y()), QPointF(plot.right(), middle.y()));
    painter.drawLine(QPointF(middle.x(), plot.top()), QPointF(middle.x(), plot.bottom()));
    painter.setPen(QPen(inkColor(hasFocus() ? Ink::Accent : Ink::Border), hasFocus() ? 2 : 1));
    painter.drawRect(plot);
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(QRectF(plot.left(), plot.bottom() + 4, plot.width(), kTitle), Qt::AlignCenter, m_xTitle);
    painter.save();
    painter.translate(0, plot.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, plot.height(), kTitle), Qt::AlignCenter, m_yTitle);
    painter.restore();
}

void ScatterView::paintPoints(QPainter &painter) const
{
    QColor fill = runColor(1);
    if (count() > kFew)
        fill.setAlpha(kCrowdOpacity);
    painter.setPen(QPen(inkColor(Ink::Surface), 1)); // parts points that touch
    painter.setBrush(fill);
    for (int i = 0; i < count(); ++i)
        painter.drawEllipse(position(i), kRadius, kRadius);
    if (m_chosen < 0)
        return;
    painter.setPen(QPen(inkColor(Ink::Text), 2));
    painter.setBrush(runColor(1));
    painter.drawEllipse(position(m_chosen), kChosenRadius, kChosenRadius);
}

/// Beside its point, on the side with more room.
void ScatterView::paintName(QPainter &painter, int point) const
{
    const QRectF plot = plotArea();
    const QPointF at = position(point);
    const bool isRight = at.x() < plot.center().x();
    const double away = kChosenRadius + kNameGap;
    const double room = (isRight ? plot.right() - at.x() : at.x() - plot.left()) - away - kNameGap;
    const QString text = fontMetrics().elidedText(m_points[static_cast<std::size_t>(point)].name, Qt::ElideMiddle,
                                                  static_cast<int>(room));
    const double width = fontMetrics().horizontalAdvance(text), height = fontMetrics().height();
    const QRectF box(isRight ? at.x() + away : at.x() - away - width,
                     std::clamp(at.y() - height / 2, plot.top() + 2, plot.bottom() - height - 2), width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(inkColor(Ink::Surface));
    painter.drawRoundedRect(box.adjusted(-3, -1, 3, 1), measures().chipRadius, measures().chipRadius);
    painter.setPen(inkColor(Ink::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

void ScatterView::hover(int point)
{
    if (point == m_hovered)
        return;
    m_hovered = point;
    update();
}

void ScatterView::mouseMoveEvent(QMouseEvent *event)
{
    hover(pointAt(event->position()));
}

void ScatterView::leaveEvent(QEvent *)
{
    hover(-1);
}

void ScatterView::mousePressEvent(QMouseEvent *event)
{
    if (const int point = pointAt(event->position()); point >= 0)
        choose(point);
}

bool ScatterView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const int point = pointAt(help->pos()); point >= 0)
        QToolTip::showText(help->globalPos(), pointText(point), this);
    else
        QToolTip::hideText();
    return true;
}

/// The point `step` places further in the order of one axis; without a chosen one, the first.
int ScatterView::neighbour(bool alongX, int step) const
{
    if (m_points.empty())
        return -1;
    std::vector<int> order(m_points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto value = [&](int i) {
        const ScatterPoint &point = m_points[static_cast<std::size_t>(i)];
        return alongX ? point.x : point.y;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return value(a) < value(b); });
    const auto place = std::find(order.begin(), order.end(), m_chosen) - order.begin();
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    return order[static_cast<std::size_t>(m_chosen < 0 ? 0 : std::clamp<std::ptrdiff_t>(place + step, 0, last))];
}

void ScatterView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(neighbour(true, -1));
    case Qt::Key_Right:
        return choose(neighbour(true, 1));
    case Qt::Key_Down:
        return choose(neighbour(false, -1));
    case Qt::Key_Up:
        return choose(neighbour(false, 1));
    case Qt::Key_Home:
        return choose(neighbour(true, -count()));
    case Qt::Key_End:
        return choose(neighbour(true, count()));
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace anneal
