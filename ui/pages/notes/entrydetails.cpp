// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/entrydetails.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "models/eventsmodel.h"
#include "pages/notes/entrylook.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/chip.h"

namespace anneal {

namespace {

constexpr int kMostLines = 16; ///< then the text scrolls

} // namespace

EntryDetails::EntryDetails(QWidget *parent)
    : Card(tr("Entry"), parent)
{
    build();
    connectParts();
    show(nullptr);
}

void EntryDetails::build()
{
    m_kind = new StateChip;
    m_run = makeLink({}, QStringLiteral("notes.details.run"));
    m_when = makeLabel({}, TextRole::Secondary);
    auto *head = new QHBoxLayout;
    head->addWidget(m_kind);
    head->addWidget(m_run);
    head->addStretch();
    head->addWidget(m_when);

    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("notes.details.text"));
    m_text->setAccessibleName(tr("Text of the entry"));
    m_text->setMaximumHeight(kMostLines * m_text->fontMetrics().lineSpacing());
    m_prose = makeLabel({});
    m_prose->setObjectName(QStringLiteral("notes.details.prose"));
    m_prose->setTextFormat(Qt::PlainText);
    m_prose->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_prose->setWordWrap(true);
    m_reason = makeLabel({}, TextRole::Secondary);
    m_reason->setWordWrap(true);

    m_keep = makePrimaryButton(tr("Keep changes"), QStringLiteral("notes.details.keep"));
    m_comment = makeButton(tr("Add note"), QStringLiteral("notes.details.comment"), QStringLiteral("note"));
    m_remove = makeFlatButton(tr("Remove note"), QStringLiteral("notes.details.remove"), QStringLiteral("trash"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_keep);
    buttons->addWidget(m_comment);
    buttons->addStretch();
    buttons->addWidget(m_remove);

    body()->addLayout(head);
    body()->addWidget(m_text, 3);
    body()->addWidget(m_prose);
    body()->addWidget(m_reason);
    body()->addLayout(buttons);
    body()->addStretch(2);
}

void EntryDetails::connectParts()
{
    connect(m_run, &QToolButton::clicked, this, [this] { Q_EMIT openRun(qstr(m_entry->runId), m_entry->step); });
    connect(m_comment, &QPushButton::clicked, this, [this] { Q_EMIT comment(qstr(m_entry->runId), m_entry->step); });
    connect(m_keep, &QPushButton::clicked, this, &EntryDetails::keepEdit);
    connect(m_remove, &QToolButton::clicked, this,
            [this] { Q_EMIT removed(qstr(m_entry->runId), qstr(m_entry->noteId), qstr(m_entry->text)); });
    connect(new QShortcut(QKeySequence(QStringLiteral("Ctrl+Return")), m_text, nullptr, nullptr, Qt::WidgetShortcut),
            &QShortcut::activated, this, &EntryDetails::keepEdit);
    connect(m_text, &QPlainTextEdit::textChanged, this, &EntryDetails::updateButtons);
}

bool EntryDetails::sameAs(const JournalEntry &entry) const
{
    return m_entry && m_entry->runId == entry.runId && m_entry->kind == entry.kind && m_entry->noteId == entry.noteId
        && m_entry->timeMicros == entry.timeMicros && m_entry->text == entry.text;
}

void EntryDetails::show(const JournalEntry *entry)
{
    if (entry && sameAs(*entry))
        return;
    keepEdit();
    m_entry = entry ? std::optional(*entry) : std::nullopt;
    for (QWidget *part : {static_cast<QWidget *>(m_kind), static_cast<QWidget *>(m_run), static_cast<QWidget *>(m_text),
                          static_cast<QWidget *>(m_prose)})
        part->setVisible(entry);
    m_when->setText(tr("Choose an entry to read it in full."));
    m_when->setToolTip({});
    if (entry)
        fill(*entry);
    m_reason->setVisible(entry && !entry->reason.empty());
    updateButtons();
}

void EntryDetails::fill(const JournalEntry &entry)
{
    m_kind->setLook({{}, eventKindLabel(entry.kind), entryTone(entry)});
    m_when->setText(whenText(entry.timeMicros));
    m_when->setToolTip(isoText(entry.timeMicros));
    const QString step = entry.step ? tr(", step %1").arg(countText(static_cast<double>(*entry.step))) : QString();
    m_run->setText(qstr(entry.runName) + step);
    m_run->setAccessibleName(tr("Open %1").arg(m_run->text()));
    m_text->setPlainText(isNote(entry) ? qstr(entry.text) : entryTitle(entry));
    m_text->setReadOnly(!isNote(entry));
    // What cannot be edited does not look like a field.
    m_text->setVisible(isNote(entry));
    m_prose->setVisible(!isNote(entry));
    m_prose->setText(m_text->toPlainText());
    m_reason->setText(tr("Reason: %1").arg(qstr(entry.reason)));
}

bool EntryDetails::isEdited() const
{
    const QString text = m_text->toPlainText().trimmed();
    return m_entry && isNote(*m_entry) && !text.isEmpty() && text != qstr(m_entry->text).trimmed();
}

void EntryDetails::keepEdit()
{
    if (!isEdited())
        return;
    m_entry->text = m_text->toPlainText().trimmed().toStdString();
    updateButtons();
    Q_EMIT edited(qstr(m_entry->runId), qstr(m_entry->noteId), qstr(m_entry->text));
}

void EntryDetails::updateButtons()
{
    const bool note = m_entry && isNote(*m_entry);
    m_keep->setVisible(note);
    m_keep->setEnabled(isEdited());
    m_remove->setVisible(note);
    m_comment->setVisible(m_entry && !note);
}

} // namespace anneal
