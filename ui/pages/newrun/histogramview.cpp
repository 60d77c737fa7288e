// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/histogramview.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kHeight = 132;
constexpr int kTop = 24, kBottom = 20, kSide = 2;
constexpr std::size_t kAxisLabels = 4; ///< beside the last
constexpr int kLabelGap = 8;
constexpr double kWidestBar = 56; ///< one length for all is one bar, not a wall

QString numberText(double value)
{
    return value == std::floor(value) ? countText(value) : QString::number(value, 'g', 3);
}

} // namespace

HistogramView::HistogramView(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_title(title)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize HistogramView::sizeHint() const
{
    return {300, kHeight};
}

QSize HistogramView::minimumSizeHint() const
{
    return {160, kHeight};
}

void HistogramView::setBins(const std::vector<HistogramBin> &bins, const ValueRange &range, const QString &unit)
{
    m_bins = bins;
    m_unit = unit;
    m_lastIsOpen = bins.size() > 1 && bins.back().to - bins.back().from > 1.5 * (bins[0].to - bins[0].from);
    setAccessibleDescription(tr("From %1 to %2 %3, median %4, mean %5")
                                 .arg(numberText(range.least), numberText(range.most), unit, numberText(range.median),
                                      QString::number(range.mean, 'g', 4)));
    update();
}

QRectF HistogramView::plotArea() const
{
    return QRectF(rect()).adjusted(kSide, kTop, -kSide, -kBottom);
}

double HistogramView::most() const
{
    std::int64_t most = 1;
    for (const HistogramBin &bin : m_bins)
        most = std::max(most, bin.count);
    return static_cast<double>(most);
}

QRectF HistogramView::barRect(std::size_t bin) const
{
    const QRectF plot = plotArea();
    const double slot = plot.width() / static_cast<double>(m_bins.size());
    const double width = std::clamp(slot - 1, 1.0, kWidestBar);
    const double height = plot.height() * static_cast<double>(m_bins[bin].count) / most();
    return {plot.left() + slot * (static_cast<double>(bin) + 0.5) - width / 2, plot.bottom() - height, width, height};
}

/// The number at the right end, with the unit.
QString HistogramView::lastLabel() const
{
    const QString number = numberText(m_lastIsOpen ? m_bins.back().from : m_bins.back().to);
    return ((m_lastIsOpen ? tr("from %1").arg(number) : number) + u' ' + m_unit).trimmed();
}

void HistogramView::paintAxis(QPainter &painter, const QRectF &plot) const
{
    painter.setPen(inkColor(Ink::BorderStrong));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setPen(inkColor(Ink::Muted));
    const QRectF line(plot.left(), plot.bottom() + 3, plot.width(), kBottom - 3);
    if (m_bins.size() == 1) {
        painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop, lastLabel());
        return;
    }
    painter.drawText(line, Qt::AlignRight | Qt::AlignTop, lastLabel());
    const double room = plot.right() - painter.fontMetrics().horizontalAdvance(lastLabel()) - kLabelGap;
    for (std::size_t i = 0; i < kAxisLabels; ++i) {
        const std::size_t bin = i * m_bins.size() / kAxisLabels;
        const QString text = numberText(m_bins[bin].from);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 2;
        const double at = plot.left() + plot.width() * static_cast<double>(bin) / static_cast<double>(m_bins.size());
        const double left = i == 0 ? at : at - width / 2;
        if (left + width <= room)
            painter.drawText(QRectF(left, line.top(), width, line.height()), Qt::AlignLeft | Qt::AlignTop, text);
    }
}

void HistogramView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(uiFont(TextRole::Caption));
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(QRectF(kSide, 0, width() - 2 * kSide, kTop - 6), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    if (m_bins.empty())
        return;
    painter.drawText(QRectF(kSide, 0, width() - 2 * kSide, kTop - 6), Qt::AlignRight | Qt::AlignVCenter,
                     tr("most: %1").arg(countText(most())));
    for (std::size_t i = 0; i < m_bins.size(); ++i)
        painter.fillRect(barRect(i), runColor(1));
    paintAxis(painter, plotArea());
}

bool HistogramView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_bins.empty())
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        QRectF column = barRect(i);
        column.setTop(0);
        if (!column.contains(help->pos()))
            continue;
        QToolTip::showText(help->globalPos(),
                           tr("%1 to %2: %3")
                               .arg(numberText(m_bins[i].from), numberText(m_bins[i].to),
                                    countText(static_cast<double>(m_bins[i].count))),
                           this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace anneal
