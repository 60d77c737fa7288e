// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memorybar.h"

#include <QFontMetrics>
#include <QPainter>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kBar = 14;
constexpr int kSwatch = 9;
constexpr int kColumnGap = 20;

int rowHeight(const QWidget *widget)
{
    return QFontMetrics(widget->font()).height() + 4;
}

} // namespace

MemoryBar::MemoryBar(QWidget *parent)
    : QWidget(parent)
{
    setFont(uiFont(TextRole::Secondary));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory"));
}

void MemoryBar::setParts(const std::vector<MemoryPart> &parts, double capacityBytes)
{
    m_parts = parts;
    m_capacity = capacityBytes;
    QStringList words{tr("%1 of %2").arg(memoryText(total()), memoryText(m_capacity))};
    for (const MemoryPart &part : m_parts)
        words.append(part.name + u' ' + memoryText(part.bytes));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setToolTip(words.join(u'\n'));
    updateGeometry();
    update();
}

double MemoryBar::total() const
{
    double sum = 0;
    for (const MemoryPart &part : m_parts)
        sum += part.bytes;
    return sum;
}

int MemoryBar::legendRows() const
{
    return static_cast<int>(m_parts.size() + 1) / 2;
}

QSize MemoryBar::sizeHint() const
{
    return {320, kBar + 6 + legendRows() * rowHeight(this)};
}

QSize MemoryBar::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void MemoryBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBar(painter, QRect(0, 0, width(), kBar));
    paintLegend(painter, kBar + 6);
}

void MemoryBar::paintBar(QPainter &painter, const QRect &bar) const
{
    painter.setPen(inkColor(fits() ? Ink::Border : Ink::Error));
    painter.setBrush(inkColor(Ink::Sunken));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    const double scale = qMax(m_capacity, total());
    if (!(scale > 0))
        return;
    double left = bar.left() + 1;
    for (const MemoryPart &part : m_parts) {
        const double width = part.bytes / scale * (bar.width() - 2);
        painter.fillRect(QRectF(left, bar.top() + 1, width, bar.height() - 2), runColor(part.slot));
        left += width;
    }
    if (fits())
        return;
    const double end = bar.left() + 1 + m_capacity / scale * (bar.width() - 2);
    const QRectF beyond(end, bar.top() + 1, bar.right() - end, bar.height() - 2);
    painter.fillRect(beyond, inkColor(Ink::ErrorSoft));
    painter.fillRect(beyond, QBrush(inkColor(Ink::Error), Qt::BDiagPattern));
    painter.fillRect(QRectF(end - 1, bar.top(), 2, bar.height()), inkColor(Ink::Error));
}

void MemoryBar::paintLegend(QPainter &painter, int top) const
{
    const int row = rowHeight(this);
    const int column = (width() - kColumnGap) / 2;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const MemoryPart &part = m_parts[i];
        QRect line(static_cast<int>(i % 2) * (column + kColumnGap), top + static_cast<int>(i / 2) * row, column, row);
        painter.fillRect(QRect(line.left(), line.center().y() - kSwatch / 2, kSwatch, kSwatch), runColor(part.slot));
        painter.setPen(inkColor(Ink::Text));
        const QString bytes = memoryText(part.bytes);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, bytes);
        line.adjust(kSwatch + 7, 0, -painter.fontMetrics().horizontalAdvance(bytes) - 6, 0);
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(part.name, Qt::ElideRight, line.width()));
    }
}

} // namespace anneal
