// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sequenceedit.h"

#include <algorithm>

#include <QScrollBar>
#include <QUndoStack>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/sequenceletters.h"

namespace anneal {

namespace {
constexpr int kUndoDepth = 100;
constexpr int kGroup = 10;
constexpr int kPadding = 6;
constexpr std::size_t kNamedProblems = 5;
} // namespace

class SequenceEdit::EditCommand : public QUndoCommand
{
public:
    EditCommand(SequenceEdit *edit, const QString &what, Content next, int cursorAfter)
        : QUndoCommand(what)
        , m_edit(edit)
        , m_before{edit->m_letters, edit->m_masks}
        , m_after(std::move(next))
        , m_cursorBefore(edit->m_cursor)
        , m_cursorAfter(cursorAfter)
    {
    }
    void undo() override { m_edit->setContent(m_before, m_cursorBefore); }
    void redo() override { m_edit->setContent(m_after, m_cursorAfter); }

private:
    SequenceEdit *m_edit;
    Content m_before;
    Content m_after;
    int m_cursorBefore;
    int m_cursorAfter;
};

SequenceEdit::SequenceEdit(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_undo(new QUndoStack(this))
{
    m_undo->setUndoLimit(kUndoDepth);
    setFont(monoFont(13));
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    viewport()->setCursor(Qt::IBeamCursor);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(NoFrame);
    setAccessibleName(tr("Sequence"));
    updateMetrics();
}

SequenceEdit::~SequenceEdit() = default;

void SequenceEdit::setKind(SequenceKind kind)
{
    m_kind = kind;
    viewport()->update();
}

void SequenceEdit::setSequence(const QString &sequence)
{
    m_undo->clear();
    setContent({sequence.toUpper(), {}}, sequence.isEmpty() ? -1 : 0);
}

void SequenceEdit::setContent(const Content &content, int cursor)
{
    const bool letters = content.letters != m_letters;
    const bool masks = content.masks != m_masks;
    m_letters = content.letters;
    m_masks = content.masks;
    m_cursor = qMin(cursor, static_cast<int>(m_letters.size()));
    m_anchor = m_cursor;
    updateMetrics();
    setAccessibleDescription(tr("%1 letters, %2 masked").arg(m_letters.size()).arg(m_masks.size()));
    if (letters)
        Q_EMIT sequenceChanged(m_letters);
    if (masks)
        Q_EMIT masksChanged(maskedPositions());
    Q_EMIT currentPositionChanged(m_cursor);
}

void SequenceEdit::change(const QString &what, const Content &next, int cursorAfter)
{
    if (next.letters != m_letters || next.masks != m_masks)
        m_undo->push(new EditCommand(this, what, next, cursorAfter));
}

void SequenceEdit::setMaskable(bool on)
{
    if (!on)
        clearMasks();
    m_maskable = on;
}

void SequenceEdit::setMaskedPositions(const QVector<int> &positions)
{
    if (!m_maskable)
        return;
    Content next{m_letters, {}};
    for (int position : positions) {
        if (position >= 0 && position < m_letters.size())
            next.masks.insert(position);
    }
    change(tr("mask"), next, m_cursor);
}

QVector<int> SequenceEdit::maskedPositions() const
{
    QVector<int> positions(m_masks.begin(), m_masks.end());
    std::sort(positions.begin(), positions.end());
    return positions;
}

void SequenceEdit::toggleMask(int position)
{
    if (!m_maskable || position < 0 || position >= m_letters.size())
        return;
    Content next{m_letters, m_masks};
    if (!next.masks.remove(position))
        next.masks.insert(position);
    change(tr("mask"), next, position);
}

void SequenceEdit::maskSelection()
{
    if (!m_maskable)
        return;
    Content next{m_letters, m_masks};
    const int end = qMin(selectionEnd(), static_cast<int>(m_letters.size()));
    for (int position = qMax(0, selectionBegin()); position < end; ++position)
        next.masks.insert(position);
    change(tr("mask selection"), next, m_cursor);
}

void SequenceEdit::clearMasks()
{
    change(tr("lift all masks"), {m_letters, {}}, m_cursor);
}

void SequenceEdit::replaceLetter(int position, QChar letter)
{
    if (position < 0 || position >= m_letters.size())
        return;
    Content next{m_letters, m_masks};
    next.letters[position] = letter.toUpper();
    next.masks.remove(position);
    change(tr("replace letter"), next, position);
}

void SequenceEdit::setCurrentPosition(int position)
{
    moveCursor(position, false);
}

void SequenceEdit::setLimit(int letters)
{
    m_limit = letters;
    viewport()->update();
}

QVector<int> SequenceEdit::unknownPositions() const
{
    QVector<int> positions;
    for (int i = 0; i < m_letters.size(); ++i) {
        if (!isKnownLetter(m_letters[i], m_kind))
            positions.append(i);
    }
    return positions;
}

QString SequenceEdit::problem() const
{
    const QVector<int> unknown = unknownPositions();
    if (!unknown.isEmpty()) {
        QStringList named;
        for (int i = 0; i < unknown.size() && i < static_cast<int>(kNamedProblems); ++i)
            named.append(QStringLiteral("%1 (%2)").arg(m_letters[unknown[i]]).arg(unknown[i] + 1));
        if (unknown.size() > static_cast<int>(kNamedProblems))
            named.append(tr("%1 more").arg(unknown.size() - static_cast<int>(kNamedProblems)));
        return tr("Not in the alphabet: %1. Replace or remove them.").arg(named.join(QStringLiteral(", ")));
    }
    if (m_limit > 0 && m_letters.size() > m_limit)
        return tr("%1 letters, but the model takes %2. Remove %3 or use a part.")
            .arg(countText(static_cast<double>(m_letters.size())), countText(m_limit),
                 countText(static_cast<double>(m_letters.size() - m_limit)));
    return {};
}

void SequenceEdit::moveCursor(int position, bool extend)
{
    const int end = static_cast<int>(m_letters.size());
    m_cursor = qBound(end == 0 ? -1 : 0, position, end);
    if (!extend)
        m_anchor = m_cursor;
    const QRect cell = cellRect(qMax(0, m_cursor));
    QScrollBar *bar = verticalScrollBar();
    if (cell.top() < 0)
        bar->setValue(bar->value() + cell.top() - kPadding);
    else if (cell.bottom() > viewport()->height())
        bar->setValue(bar->value() + cell.bottom() - viewport()->height() + kPadding);
    viewport()->update();
    Q_EMIT currentPositionChanged(m_cursor);
}

void SequenceEdit::updateMetrics()
{
    const QFontMetrics metrics(font());
    m_cell = QSize(metrics.horizontalAdvance(u'W') + 1, metrics.height());
    m_lineHeight = metrics.height() + 6;
    m_gutter = metrics.horizontalAdvance(QString::number(qMax<qsizetype>(100, m_letters.size()))) + 14;
    const int group = m_cell.width() * (kGroup + 1);
    m_groups = qMax(1, (viewport()->width() - m_gutter - kPadding + m_cell.width()) / group);
    const int perLine = m_groups * kGroup;
    const int lines = static_cast<int>(m_letters.size()) / perLine + 1;
    const int height = lines * m_lineHeight + 2 * kPadding;
    verticalScrollBar()->setRange(0, qMax(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_lineHeight);
    viewport()->update();
}

QRect SequenceEdit::cellRect(int position) const
{
    const int perLine = m_groups * kGroup;
    const int line = position / perLine;
    const int column = position % perLine;
    const int x = m_gutter + (column + column / kGroup) * m_cell.width();
    const int y = kPadding + line * m_lineHeight - verticalScrollBar()->value();
    return {x, y, m_cell.width(), m_lineHeight};
}

int SequenceEdit::positionAt(const QPoint &point) const
{
    const int line = (point.y() - kPadding + verticalScrollBar()->value()) / m_lineHeight;
    const int cells = qMax(0, point.x() - m_gutter) / m_cell.width();
    const int column = qMin(cells - cells / (kGroup + 1), m_groups * kGroup - 1);
    return qBound(0, line * m_groups * kGroup + column, static_cast<int>(m_letters.size()));
}

QSize SequenceEdit::sizeHint() const
{
    return {m_gutter + 8 * (kGroup + 1) * m_cell.width() + 2 * kPadding, 5 * m_lineHeight + 2 * kPadding};
}

} // namespace anneal
