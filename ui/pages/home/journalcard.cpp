// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/journalcard.h"

#include <QHBoxLayout>
#include <QLabel>

#include "models/alerts.h"
#include "models/eventsmodel.h"
#include "pages/common/labels.h"
#include "pages/common/letterbox.h"
#include "pages/context.h"
#include "pages/notes/entrylook.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kRows = 4;

/// "Resumed from step 1,400", "Stopped after saving".
bool saysItAll(const JournalEntry &entry)
{
    return (entry.kind == "resume" || entry.kind == "end") && !entry.text.empty();
}

QString titleOf(const JournalEntry &entry)
{
    if (entry.kind == "start")
        return JournalCard::tr("Started");
    if (saysItAll(entry))
        return qstr(entry.text).simplified();
    return entry.step
        ? JournalCard::tr("%1 at step %2").arg(eventKindLabel(entry.kind), countText(static_cast<double>(*entry.step)))
        : eventKindLabel(entry.kind);
}

} // namespace

JournalCard::JournalCard(AppContext &app, QWidget *parent)
    : Card(tr("Latest notes and changes"), parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("home.notes"));
    setHeaderLine(true);
    setBodyMargins(0, 0, 0, 0);
    QToolButton *all = makeLink(tr("All notes"), QStringLiteral("home.notes.all"));
    connect(all, &QToolButton::clicked, this,
            [this] { m_app.go({.page = pagekey::kNotes, .runs = {}, .step = {}, .preset = {}, .item = {}}); });
    tools()->addWidget(all);
    connect(&app.workspace(), &WorkspaceService::journalChanged, this, &JournalCard::refresh);
    refresh();
}

void JournalCard::refresh()
{
    if (m_shown == m_app.workspace().journal())
        return;
    m_shown = m_app.workspace().journal();
    if (m_rows)
        m_rows->deleteLater();
    m_rows = new QWidget(this);
    auto *column = new QVBoxLayout(m_rows);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    int count = 0;
    const StartRemarks remarks(*m_shown);
    for (const JournalEntry &entry : *m_shown) {
        if (isRoutineEvent(entry.kind) || remarks.contains(entry))
            continue;
        if (count > 0)
            column->addWidget(makeLine());
        column->addWidget(makeRow(entry, ++count));
        if (count == kRows)
            break;
    }
    body()->addWidget(m_rows);
    setVisible(count > 0);
}

QWidget *JournalCard::makeRow(const JournalEntry &entry, int number)
{
    auto *row = new QWidget(m_rows);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(10);
    layout->addWidget(new LetterBox(entryLetter(entry), row));
    layout->addWidget(makeLabel(titleOf(entry), TextRole::SectionTitle));
    QString text = entry.kind == "start" || saysItAll(entry) ? QString() : qstr(entry.text).simplified();
    if (!entry.reason.empty())
        text += QStringLiteral(" – ") + qstr(entry.reason);
    layout->addWidget(makeElided(text, TextRole::Body, Ink::Muted, row), 1);
    QToolButton *run = makeFlatButton(qstr(entry.runName), QStringLiteral("home.notes.%1.run").arg(number));
    run->setAccessibleName(tr("Open %1").arg(qstr(entry.runName)));
    connect(run, &QToolButton::clicked, this, [this, id = qstr(entry.runId), step = entry.step] {
        m_app.openRun(id, step ? std::optional<qint64>(*step) : std::nullopt);
    });
    layout->addWidget(run);
    QLabel *when = makeLabel(whenText(entry.timeMicros), TextRole::Secondary);
    when->setToolTip(isoText(entry.timeMicros));
    layout->addWidget(when);
    return row;
}

} // namespace anneal
