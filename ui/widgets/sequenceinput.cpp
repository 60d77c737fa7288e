// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard and clipboard of SequenceEdit.
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QUndoStack>
#include <QUrl>

#include "widgets/sequenceedit.h"

namespace anneal {

namespace {
constexpr qint64 kMostDropped = 4 << 20; // a first record longer than this fits no model

/// Letters from `position` on move by `shift`; masks on removed letters go.
QSet<int> movedMasks(const QSet<int> &masks, int position, int removed, int added)
{
    QSet<int> moved;
    for (int mask : masks) {
        if (mask < position)
            moved.insert(mask);
        else if (mask >= position + removed)
            moved.insert(mask - removed + added);
    }
    return moved;
}

} // namespace

void SequenceEdit::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = positionAt(event->pos());
    moveCursor(m_pressed, event->modifiers() & Qt::ShiftModifier);
}

void SequenceEdit::mouseMoveEvent(QMouseEvent *event)
{
    if (m_pressed >= 0 && event->buttons() & Qt::LeftButton)
        moveCursor(qMin(positionAt(event->pos()), static_cast<int>(m_letters.size()) - 1), true);
}

void SequenceEdit::mouseReleaseEvent(QMouseEvent *event)
{
    const int pressed = std::exchange(m_pressed, -1);
    if (event->button() != Qt::LeftButton || pressed < 0 || pressed >= m_letters.size() || hasSelection())
        return;
    toggleMask(pressed);
    Q_EMIT positionActivated(pressed);
}

void SequenceEdit::keyPressEvent(QKeyEvent *event)
{
    if (handleMoveKey(event) || handleEditKey(event))
        return;
    const QString text = event->text();
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (plain && text.size() == 1 && text[0].isLetter())
        typeText(text.toUpper());
    else
        QAbstractScrollArea::keyPressEvent(event);
}

bool SequenceEdit::handleMoveKey(QKeyEvent *event)
{
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    const int line = m_groups * 10;
    switch (event->key()) {
    case Qt::Key_Left:
        moveCursor(m_cursor - 1, extend);
        return true;
    case Qt::Key_Right:
        moveCursor(m_cursor + 1, extend);
        return true;
    case Qt::Key_Up:
        moveCursor(m_cursor - line, extend);
        return true;
    case Qt::Key_Down:
        moveCursor(m_cursor + line, extend);
        return true;
    case Qt::Key_Home:
        moveCursor(event->modifiers() & Qt::ControlModifier ? 0 : m_cursor / line * line, extend);
        return true;
    case Qt::Key_End:
        moveCursor(static_cast<int>(m_letters.size()), extend);
        return true;
    default:
        return false;
    }
}

bool SequenceEdit::handleEditKey(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Undo))
        m_undo->undo();
    else if (event->matches(QKeySequence::Redo))
        m_undo->redo();
    else if (event->matches(QKeySequence::Paste))
        pasteText(QApplication::clipboard()->text());
    else if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(
            hasSelection() ? m_letters.mid(selectionBegin(), selectionEnd() - selectionBegin()) : m_letters);
    else if (event->matches(QKeySequence::SelectAll)) {
        m_anchor = 0;
        moveCursor(static_cast<int>(m_letters.size()) - 1, true);
    } else if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier)
        hasSelection() ? maskSelection() : toggleMask(m_cursor);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        Q_EMIT positionActivated(m_cursor);
    else if (event->key() == Qt::Key_Delete)
        removeSelection();
    else if (event->key() == Qt::Key_Backspace) {
        if (!hasSelection())
            moveCursor(m_cursor - 1, false);
        removeSelection();
    } else
        return false;
    return true;
}

void SequenceEdit::typeText(const QString &text)
{
    const int at = qMax(0, hasSelection() ? selectionBegin() : m_cursor);
    const int removed = hasSelection() ? selectionEnd() - at : qMin(1, static_cast<int>(m_letters.size()) - at);
    Content next{m_letters, movedMasks(m_masks, at, removed, static_cast<int>(text.size()))};
    next.letters.replace(at, removed, text);
    change(tr("typing"), next, at + static_cast<int>(text.size()));
}

void SequenceEdit::removeSelection()
{
    const int at = qMax(0, selectionBegin());
    const int removed = qMin(selectionEnd(), static_cast<int>(m_letters.size())) - at;
    if (removed <= 0)
        return;
    Content next{m_letters, movedMasks(m_masks, at, removed, 0)};
    next.letters.remove(at, removed);
    change(tr("delete"), next, at);
}

/// A record with a name, or text into an empty field, is a new sequence; anything else goes in at the cursor.
void SequenceEdit::pasteText(const QString &text)
{
    const PastedSequence pasted = readPastedSequence(text);
    if (pasted.letters.isEmpty())
        return;
    const bool whole = text.trimmed().startsWith(u'>') || m_letters.isEmpty();
    if (whole) {
        change(tr("paste"), {pasted.letters, {}}, 0);
        if (!pasted.name.isEmpty())
            Q_EMIT nameRead(pasted.name);
        return;
    }
    const int at = qMax(0, hasSelection() ? selectionBegin() : m_cursor);
    const int removed = hasSelection() ? selectionEnd() - at : 0;
    Content next{m_letters, movedMasks(m_masks, at, removed, static_cast<int>(pasted.letters.size()))};
    next.letters.replace(at, removed, pasted.letters);
    change(tr("paste"), next, at + static_cast<int>(pasted.letters.size()));
}

void SequenceEdit::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void SequenceEdit::dropEvent(QDropEvent *event)
{
    const QMimeData *mime = event->mimeData();
    if (!mime->hasUrls()) {
        pasteText(mime->text());
        return;
    }
    QFile file(mime->urls().constFirst().toLocalFile());
    if (file.open(QIODevice::ReadOnly))
        pasteText(QString::fromUtf8(file.read(kMostDropped)));
    event->acceptProposedAction();
}

} // namespace anneal
