// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/sparkline.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "charts/chartpaint.h"
#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr double kEndDot = 2.5;
constexpr double kScaleGap = 6;

struct FloatRange {
    float low = 0;
    float high = 0;
    bool valid = false;
};

FloatRange finiteRange(const std::vector<float> &values)
{
    FloatRange range;
    for (float value : values) {
        if (!std::isfinite(value))
            continue;
        range.low = range.valid ? std::min(range.low, value) : value;
        range.high = range.valid ? std::max(range.high, value) : value;
        range.valid = true;
    }
    return range;
}

/// Maps value number `index` into `rect`.
QPointF place(const QRectF &rect, const FloatRange &range, std::size_t index, std::size_t count, float value)
{
    const double x = count < 2 ? 0.5 : static_cast<double>(index) / static_cast<double>(count - 1);
    const double span = range.high - range.low;
    const double y = span > 0 ? (value - range.low) / span : 0.5;
    return {rect.left() + x * rect.width(), rect.bottom() - y * rect.height()};
}

} // namespace

void paintSparkline(QPainter *painter, const QRectF &rect, const std::vector<float> &values, const SparklineLook &look)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF inner = rect.adjusted(1, kEndDot, -kEndDot - 1, -kEndDot);
    const FloatRange range = finiteRange(values);
    if (look.baseline) {
        painter->setPen(QPen(inkColor(Ink::BorderStrong), 1));
        painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    }
    const QColor color = runColor(look.slot);
    QPen pen(color, look.width);
    pen.setJoinStyle(Qt::RoundJoin);
    QPolygonF piece;
    const auto flush = [&] {
        painter->setPen(pen);
        painter->drawPolyline(piece);
        piece.clear();
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i])) {
            piece.append(place(inner, range, i, values.size(), values[i]));
            continue;
        }
        flush();
        paintTriangle(*painter, {place(inner, range, i, values.size(), range.high).x(), rect.top()}, false);
    }
    const QPointF end = piece.isEmpty() ? QPointF() : piece.constLast();
    const bool hasEnd = !piece.isEmpty();
    flush();
    if (look.endDot && hasEnd) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawEllipse(end, kEndDot, kEndDot);
    }
    painter->restore();
}

Sparkline::Sparkline(QWidget *parent)
    : QWidget(parent)
{
    setFont(uiFont(TextRole::Caption));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight(24);
    setAccessibleName(tr("Curve"));
}

void Sparkline::setValues(std::vector<float> values)
{
    m_values = std::move(values);
    const FloatRange range = finiteRange(m_values);
    setAccessibleDescription(range.valid ? tr("from %1 to %2").arg(m_values.front()).arg(m_values.back()) : m_empty);
    update();
}

void Sparkline::setSlot(int slot)
{
    m_look.slot = slot;
    update();
}

void Sparkline::setLook(const SparklineLook &look)
{
    m_look = look;
    update();
}

void Sparkline::setShowScale(bool on)
{
    m_scale = on;
    update();
}

void Sparkline::setEmptyText(const QString &text)
{
    m_empty = text;
    update();
}

QSize Sparkline::sizeHint() const
{
    return {120, 48};
}

void Sparkline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const FloatRange range = finiteRange(m_values);
    if (!range.valid) {
        paintEmptyText(painter, rect(), m_empty);
        return;
    }
    QRectF area = rect();
    if (m_scale) {
        const double span = std::max(1e-6, static_cast<double>(range.high - range.low));
        const double spacing = std::pow(10.0, std::floor(std::log10(span)));
        const QString high = axisText(range.high, spacing);
        const QString low = axisText(range.low, spacing);
        const int width = std::max(fontMetrics().horizontalAdvance(high), fontMetrics().horizontalAdvance(low));
        painter.setFont(font());
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(QRectF(0, 0, width, height()), Qt::AlignRight | Qt::AlignTop, high);
        painter.drawText(QRectF(0, 0, width, height()), Qt::AlignRight | Qt::AlignBottom, low);
        area.setLeft(width + kScaleGap);
        painter.setPen(QPen(inkColor(Ink::Grid), 1));
        painter.drawLine(QPointF(area.left(), kEndDot + 0.5), QPointF(area.right(), kEndDot + 0.5));
    }
    paintSparkline(&painter, area, m_values, m_look);
}

} // namespace anneal
