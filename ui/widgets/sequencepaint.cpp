// SPDX-License-Identifier: GPL-3.0-or-later
// How SequenceEdit looks.
#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include "style/fonts.h"
#include "style/theme.h"
#include "widgets/sequenceedit.h"
#include "widgets/sequenceletters.h"

namespace anneal {

void SequenceEdit::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), inkColor(isEnabled() ? Ink::Surface : Ink::Raised));
    painter.setFont(font());
    const int perLine = m_groups * 10;
    const int scrolled = verticalScrollBar()->value();
    const int first = qMax(0, scrolled / m_lineHeight - 1);
    const int last =
        qMin(static_cast<int>(m_letters.size()) / perLine, (scrolled + viewport()->height()) / m_lineHeight);
    for (int line = first; line <= last; ++line)
        paintLine(painter, line, cellRect(line * perLine).top());
    if (m_letters.isEmpty()) {
        painter.setFont(uiFont(TextRole::Secondary));
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(viewport()->rect().adjusted(m_gutter, 6, -6, -6),
                         Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("Type or paste a sequence, or drop a FASTA file."));
    }
    if (hasFocus()) {
        painter.setPen(QPen(inkColor(Ink::Accent), 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void SequenceEdit::paintLine(QPainter &painter, int line, int top) const
{
    const int begin = line * m_groups * 10;
    const int end = qMin(begin + m_groups * 10, static_cast<int>(m_letters.size()));
    painter.setPen(inkColor(Ink::Muted));
    if (begin < end)
        painter.drawText(QRect(0, top, m_gutter - 8, m_lineHeight), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(begin + 1));
    for (int position = begin; position < end; ++position)
        paintLetter(painter, position, cellRect(position));
    if (hasFocus() && m_cursor == m_letters.size() && m_cursor >= begin && m_cursor <= end) {
        const QRect cell = cellRect(m_cursor);
        painter.fillRect(QRect(cell.left(), cell.top() + 2, 2, cell.height() - 4), inkColor(Ink::Accent));
    }
}

void SequenceEdit::paintLetter(QPainter &painter, int position, const QRect &cell) const
{
    const QRect inner = cell.adjusted(0, 1, 0, -1);
    const bool masked = m_masks.contains(position);
    if (hasSelection() && position >= selectionBegin() && position < selectionEnd())
        painter.fillRect(inner, inkColor(Ink::Selection));
    else if (masked)
        painter.fillRect(inner, inkColor(Ink::AccentSoft));
    const bool beyond = m_limit > 0 && position >= m_limit;
    const QChar letter = m_letters[position];
    painter.setPen(inkColor(beyond ? Ink::Disabled : masked ? Ink::Accent : letterInk(letter, m_kind)));
    painter.drawText(cell, Qt::AlignCenter, masked ? QString(u'_') : QString(letter));
    if (!isKnownLetter(letter, m_kind)) {
        painter.setPen(QPen(inkColor(Ink::Error), 2));
        painter.drawLine(inner.left() + 1, inner.bottom(), inner.right() - 1, inner.bottom());
    }
    if (masked) {
        painter.setPen(QPen(inkColor(Ink::Accent), 1, Qt::DotLine));
        painter.drawRect(inner.adjusted(0, 0, -1, -1));
    }
    if (position == m_cursor) {
        painter.setPen(QPen(inkColor(hasFocus() ? Ink::Accent : Ink::BorderStrong), hasFocus() ? 2 : 1));
        painter.drawRect(inner.adjusted(0, 0, -1, -1));
    }
}

void SequenceEdit::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateMetrics();
}

void SequenceEdit::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void SequenceEdit::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void SequenceEdit::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        updateMetrics();
}

} // namespace anneal
