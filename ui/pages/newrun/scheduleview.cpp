// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/scheduleview.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "config/schedule.h"
#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kPoints = 240;
constexpr int kMostHeight = 200;
constexpr int kLeft = 52, kBottom = 22, kTop = 22, kRight = 12;

} // namespace

ScheduleView::ScheduleView(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("newRun.schedulePreview"));
    setMinimumHeight(140);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize ScheduleView::sizeHint() const
{
    return {420, 150};
}

void ScheduleView::setPlan(const Config &config, const std::optional<Config> &parent)
{
    m_config = config;
    m_parent = parent;
    setAccessibleName(
        tr("Learning rate over %1 steps, peak %2")
            .arg(countText(static_cast<double>(config.schedule.total_steps)), rateText(config.optimizer.lr)));
    update();
}

double ScheduleView::topRate() const
{
    const double top = std::max(m_config.optimizer.lr, m_parent ? m_parent->optimizer.lr : 0.0);
    return top > 0 ? top : 1;
}

double ScheduleView::lastStep() const
{
    return static_cast<double>(
        std::max<std::int64_t>({1, m_config.schedule.total_steps, m_parent ? m_parent->schedule.total_steps : 0}));
}

QRectF ScheduleView::plotArea() const
{
    const int height = std::min(this->height(), kMostHeight); // beside a long column of settings it stays a preview
    return QRectF(0, 0, width(), height).adjusted(kLeft, kTop, -kRight, -kBottom);
}

QPolygonF ScheduleView::curve(const Config &config, const QRectF &plot) const
{
    QPolygonF points;
    const auto steps = static_cast<double>(std::max<std::int64_t>(1, config.schedule.total_steps));
    for (int i = 0; i <= kPoints; ++i) {
        const double step = steps * i / kPoints;
        const double rate = config.optimizer.lr * scheduleFactor(config.schedule, step);
        points << QPointF(plot.left() + plot.width() * step / lastStep(),
                          plot.bottom() - plot.height() * rate / topRate());
    }
    return points;
}

void ScheduleView::paintAxes(QPainter &painter, const QRectF &plot) const
{
    painter.setFont(uiFont(TextRole::Caption));
    for (int i = 0; i <= 2; ++i) {
        const double y = plot.bottom() - plot.height() * i / 2;
        painter.setPen(inkColor(i == 0 ? Ink::BorderStrong : Ink::Grid));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(QRectF(0, y - 10, plot.left() - 6, 20), Qt::AlignRight | Qt::AlignVCenter,
                         i == 0 ? QStringLiteral("0") : rateText(topRate() * i / 2));
    }
    for (int i = 0; i <= 4; ++i) {
        const double x = plot.left() + plot.width() * i / 4;
        const int side = i == 0 ? Qt::AlignLeft : i == 4 ? Qt::AlignRight : Qt::AlignHCenter;
        painter.drawText(QRectF(i == 0       ? x
                                    : i == 4 ? x - 80
                                             : x - 40,
                                plot.bottom() + 3, 80, 18),
                         side | Qt::AlignTop, countText(std::round(lastStep() * i / 4)));
    }
    painter.drawText(QRectF(0, 0, width(), kTop - 4), Qt::AlignLeft | Qt::AlignVCenter,
                     m_parent ? tr("Learning rate over the run; dashed: parent") : tr("Learning rate over the run"));
}

void ScheduleView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = plotArea();
    paintAxes(painter, plot);
    if (m_parent) {
        painter.setPen(QPen(inkColor(Ink::Muted), 1, Qt::DashLine));
        painter.drawPolyline(curve(*m_parent, plot));
    }
    painter.setPen(QPen(inkColor(Ink::Accent), 1.75));
    painter.drawPolyline(curve(m_config, plot));
}

} // namespace anneal
