// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/progressline.h"

#include <cmath>

#include <QPainter>

#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {
constexpr int kHeight = 7;
}

void paintProgressLine(QPainter *painter, const QRectF &rect, double share, const QColor &fill)
{
    painter->save();
    painter->setPen(QPen(inkColor(Ink::Border), 1));
    painter->setBrush(inkColor(Ink::Sunken));
    painter->drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    QRectF done = rect;
    done.setWidth(rect.width() * qBound(0.0, share, 1.0));
    painter->fillRect(done, fill);
    painter->restore();
}

ProgressLine::ProgressLine(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setShare(0);
}

void ProgressLine::setShare(double share)
{
    m_share = std::isfinite(share) ? qBound(0.0, share, 1.0) : 0.0;
    setAccessibleDescription(percentText(m_share, 0));
    update();
}

void ProgressLine::setSlot(int slot)
{
    m_slot = slot;
    update();
}

QSize ProgressLine::sizeHint() const
{
    return {96, kHeight};
}

void ProgressLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRectF bar(0, (height() - kHeight) / 2.0, width(), kHeight);
    paintProgressLine(&painter, bar, m_share, m_slot > 0 ? runColor(m_slot) : inkColor(Ink::Accent));
}

} // namespace anneal
