// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/letterbox.h"

#include <QPainter>

#include "charts/chartmodel.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kSide = 16;

} // namespace

void paintLetterBox(QPainter *painter, const QRect &rect, QChar letter)
{
    EventMark mark;
    mark.letter = letter;
    const QColor color = inkColor(toneInk(mark.tone()));
    const QRectF box(rect.left() + 0.5, rect.top() + (rect.height() - kSide) / 2 + 0.5, kSide - 1, kSide - 1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1));
    painter->setBrush(inkColor(Ink::Surface));
    painter->drawRoundedRect(box, 2, 2);
    painter->setFont(uiFont(TextRole::Caption));
    painter->drawText(box, Qt::AlignCenter, letter);
    painter->restore();
}

LetterBox::LetterBox(QChar letter, QWidget *parent)
    : QWidget(parent)
    , m_letter(letter)
{
    setFixedSize(sizeHint());
}

QSize LetterBox::sizeHint() const
{
    return {kSide, kSide};
}

void LetterBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintLetterBox(&painter, rect(), m_letter);
}

} // namespace anneal
