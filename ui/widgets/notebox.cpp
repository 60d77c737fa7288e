// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notebox.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "style/look.h"

namespace anneal {

namespace {
constexpr int kMinimumLines = 2;
constexpr int kMaximumLines = 6;
} // namespace

NoteBox::NoteBox(const QString &objectName, QWidget *parent)
    : QFrame(parent)
    , m_about(makeLabel({}, TextRole::Secondary, this))
    , m_edit(new QPlainTextEdit(this))
    , m_keep(makePrimaryButton(tr("Keep note"), objectName + QStringLiteral(".keep"), this))
{
    setObjectName(objectName);
    setProperty("look", QStringLiteral("card"));
    m_edit->setObjectName(objectName + QStringLiteral(".text"));
    m_edit->setAccessibleName(tr("Note"));
    m_edit->setPlaceholderText(tr("What did you see, and what does it mean?"));
    m_edit->setTabChangesFocus(true);
    m_edit->installEventFilter(this);
    m_keep->setToolTip(tr("Ctrl+Return"));
    QPushButton *cancel = makeButton(tr("Cancel"), objectName + QStringLiteral(".cancel"), {}, this);
    cancel->setToolTip(tr("Esc"));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 10);
    column->setSpacing(6);
    column->addWidget(m_about);
    column->addWidget(m_edit);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_keep);
    column->addLayout(buttons);

    connect(m_edit, &QPlainTextEdit::textChanged, this, &NoteBox::fitHeight);
    connect(m_keep, &QPushButton::clicked, this, &NoteBox::submit);
    connect(cancel, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT cancelled();
    });
    fitHeight();
    hide();
}

void NoteBox::open(const QString &about, std::optional<std::int64_t> step, const QString &text)
{
    m_step = step;
    m_about->setText(tr("Note on %1").arg(about));
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    show();
    m_edit->setFocus(Qt::OtherFocusReason);
}

QString NoteBox::text() const
{
    return m_edit->toPlainText().trimmed();
}

QSize NoteBox::sizeHint() const
{
    return {420, QFrame::sizeHint().height()};
}

bool NoteBox::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape) {
            hide();
            Q_EMIT cancelled();
            return true;
        }
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() & Qt::ControlModifier) {
            submit();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void NoteBox::submit()
{
    const QString note = text();
    if (note.isEmpty())
        return;
    hide();
    Q_EMIT submitted(note);
}

void NoteBox::fitHeight()
{
    m_keep->setEnabled(!text().isEmpty());
    const int lines = qBound(kMinimumLines, m_edit->document()->blockCount(), kMaximumLines);
    const int height =
        lines * m_edit->fontMetrics().lineSpacing() + 2 * qRound(m_edit->document()->documentMargin()) + 10;
    if (m_edit->height() != height)
        m_edit->setFixedHeight(height);
}

} // namespace anneal
