// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QSet>
#include <QVector>

class QUndoStack;

namespace anneal {

enum class SequenceKind { Protein, Dna };

/// A sequence in groups of ten with line numbers and class colours. Typing overwrites at the cursor and appends at the
/// end; a click or Space toggles a mask, dragging selects, Space masks the selection. Pasting reads plain text or the
/// first FASTA record.
class SequenceEdit : public QAbstractScrollArea
{
    Q_OBJECT
    Q_PROPERTY(QString sequence READ sequence WRITE setSequence NOTIFY sequenceChanged)

public:
    explicit SequenceEdit(QWidget *parent = nullptr);
    ~SequenceEdit() override;

    void setKind(SequenceKind kind);
    [[nodiscard]] SequenceKind kind() const { return m_kind; }
    void setSequence(const QString &sequence); ///< clears masks and undo
    [[nodiscard]] QString sequence() const { return m_letters; }

    /// 0-based, ascending.
    void setMaskedPositions(const QVector<int> &positions);
    [[nodiscard]] QVector<int> maskedPositions() const;
    /// Off: a click only moves the cursor, and there are no masks.
    void setMaskable(bool on);
    void toggleMask(int position);
    void maskSelection();
    void clearMasks();
    /// Puts one letter in place of the one at `position` and lifts its mask; undoable.
    void replaceLetter(int position, QChar letter);

    [[nodiscard]] int currentPosition() const { return m_cursor; } ///< −1 when empty
    void setCurrentPosition(int position);

    /// Longest sequence the model takes; what lies beyond is greyed. 0 = no limit.
    void setLimit(int letters);
    [[nodiscard]] int limit() const { return m_limit; }
    [[nodiscard]] QVector<int> unknownPositions() const;
    /// "" when all is well, else one sentence: unknown letters or too long.
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QUndoStack *undoStack() const { return m_undo; }

    /// Colour-class legend ("hydrophobic polar …") as rich text in the current theme.
    [[nodiscard]] static QString legendHtml(SequenceKind kind);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void sequenceChanged(const QString &sequence);
    void masksChanged(const QVector<int> &positions);
    void currentPositionChanged(int position);
    /// Enter at the cursor or a click on a letter.
    void positionActivated(int position);
    /// Text that was pasted or dropped came with this FASTA name.
    void nameRead(const QString &name);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Content {
        QString letters;
        QSet<int> masks;
    };
    class EditCommand;
    friend class EditCommand;

    void change(const QString &what, const Content &next, int cursorAfter);
    void setContent(const Content &content, int cursor);
    void pasteText(const QString &text);
    void typeText(const QString &text);
    void removeSelection();
    void moveCursor(int position, bool extend);
    bool handleEditKey(QKeyEvent *event);
    bool handleMoveKey(QKeyEvent *event);
    void updateMetrics();
    void paintLine(QPainter &painter, int line, int top) const;
    void paintLetter(QPainter &painter, int position, const QRect &cell) const;
    [[nodiscard]] QRect cellRect(int position) const; ///< in viewport coordinates
    [[nodiscard]] int positionAt(const QPoint &point) const;
    [[nodiscard]] int selectionBegin() const { return qMin(m_anchor, m_cursor); }
    [[nodiscard]] int selectionEnd() const { return qMax(m_anchor, m_cursor) + 1; }
    [[nodiscard]] bool hasSelection() const { return m_anchor != m_cursor; }

    SequenceKind m_kind = SequenceKind::Protein;
    QString m_letters;
    bool m_maskable = true;
    QSet<int> m_masks;
    int m_cursor = -1;
    int m_anchor = -1;
    int m_limit = 0;
    int m_pressed = -1;
    QSize m_cell;
    int m_lineHeight = 20;
    int m_gutter = 32;
    int m_groups = 1; ///< groups of ten in a line
    QUndoStack *m_undo = nullptr;
};

/// The first record of FASTA or plain text: name (may be empty) and letters without blanks, digits and line ends, upper
/// case.
struct PastedSequence {
    QString name;
    QString letters;
};
[[nodiscard]] PastedSequence readPastedSequence(const QString &text);

} // namespace anneal
