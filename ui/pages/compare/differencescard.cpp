// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/differencescard.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "config/field.h"
#include "pages/compare/comparability.h"
#include "pages/compare/verdict.h"
#include "style/look.h"

namespace anneal {

DifferencesCard::DifferencesCard(QWidget *parent)
    : Card(tr("Settings that differ"), parent)
{
    m_hideNoise = new QCheckBox(tr("Hide seeds and paths"));
    m_hideNoise->setObjectName(QStringLiteral("compare.differences.hideNoise"));
    m_hideNoise->setAccessibleName(m_hideNoise->text());
    m_hideNoise->setChecked(true);
    auto *copy = makeFlatButton(tr("Copy"), QStringLiteral("compare.differences.copy"), QStringLiteral("copy"));
    tools()->addWidget(m_hideNoise);
    tools()->addWidget(copy);

    m_table = new DiffTable;
    m_table->setObjectName(QStringLiteral("compare.differences.table"));
    m_table->setAccessibleName(title());
    m_empty = makeLabel({}, TextRole::Secondary);
    m_better = makeLabel({}, TextRole::SectionTitle);
    m_better->setObjectName(QStringLiteral("compare.verdict"));
    m_why = makeLabel({}, TextRole::Secondary);
    m_why->setObjectName(QStringLiteral("compare.verdict.why"));
    m_notes = makeLabel({}, TextRole::Secondary);
    m_comparable = makeLabel({}, TextRole::Secondary);
    m_comparable->setObjectName(QStringLiteral("compare.differences.comparable"));
    for (QLabel *label : {m_better, m_why, m_empty, m_notes, m_comparable}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    body()->addWidget(m_better);
    body()->addWidget(m_why);
    body()->addWidget(m_empty);
    body()->addWidget(m_table, 100); // as high as its rows, then it scrolls
    body()->addWidget(m_notes);
    body()->addWidget(m_comparable);
    body()->addStretch();

    connect(m_hideNoise, &QCheckBox::toggled, this, &DifferencesCard::showRuns);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_table->toTsv()); });
    showRuns();
}

void DifferencesCard::setRuns(std::vector<ComparedRun> runs)
{
    m_runs = std::move(runs);
    showRuns();
}

void DifferencesCard::showRuns()
{
    const std::vector<DiffRow> rows = differenceRows(m_runs, m_hideNoise->isChecked());
    QStringList names;
    for (const ComparedRun &run : m_runs)
        names << run.name;
    m_table->setRows(names, rows);
    m_table->setMaximumHeight(m_table->sizeHint().height() + m_table->horizontalScrollBar()->sizeHint().height());
    m_table->setVisible(!rows.empty());
    m_empty->setVisible(rows.empty());
    m_empty->setText(m_runs.size() < 2 ? tr("Tick at least two runs to see what differs.")
                                       : tr("All settings are the same."));
    setSubtitle(m_runs.size() < 2 ? QString() : tr("%1 of %2").arg(rows.size()).arg(fields().size()));
    const Comparability verdict = comparability(m_runs);
    m_comparable->setText(verdict.sentence);
    m_comparable->setVisible(!verdict.sentence.isEmpty());
    setInk(m_comparable, verdict.comparable ? Ink::Ok : Ink::Warn);
    showVerdict();
    showNotes();
}

void DifferencesCard::showVerdict()
{
    const Verdict said = verdict(m_runs);
    setInk(m_better, said.tone == Tone::Neutral ? Ink::Text : toneInk(said.tone));
    m_better->setText(said.better);
    m_better->setVisible(!said.better.isEmpty());
    m_why->setText(said.why);
    m_why->setVisible(!said.why.isEmpty());
    // The verdict gives the reason already when the losses cannot be compared.
    if (said.tone == Tone::Warn)
        m_comparable->hide();
}

void DifferencesCard::showNotes()
{
    QStringList lines;
    for (const ComparedRun &run : m_runs)
        if (!run.note.isEmpty())
            lines << QStringLiteral("%1: %2").arg(run.name, run.note);
    m_notes->setText(lines.join(u'\n'));
    m_notes->setVisible(!lines.isEmpty());
}

} // namespace anneal
