// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/notespage.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>

#include "pages/common/counted.h"
#include "pages/notes/entrydetails.h"
#include "pages/notes/journaldelegate.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kFollowedEntries = 1000; ///< the most that the service hands out
constexpr int kOlderEntries = 5000; ///< more at each demand

} // namespace

NotesPage::NotesPage(AppContext &app, QWidget *parent)
    : Page(pagekey::kNotes, app, parent)
    , m_journal(app.workspace().journal())
{
    m_model = new JournalModel(this);
    m_details = new EntryDetails;
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(QStringLiteral("notes.splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(12);
    m_splitter->setProperty("look", QStringLiteral("gap"));
    m_splitter->addWidget(buildList());
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({780, 480});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(12);
    layout->addWidget(buildHeader());
    layout->addWidget(buildUndoBar());
    layout->addWidget(m_splitter, 1);

    connectList();
    connectDetails();
    connect(&app.workspace(), &WorkspaceService::journalChanged, this, &NotesPage::showJournal);
    connect(&app.workspace(), &WorkspaceService::runsChanged, this, &NotesPage::showRuns);
    showRuns();
    showJournal();
}

QWidget *NotesPage::buildHeader()
{
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    m_count = makeLabel({}, TextRole::Secondary);
    m_count->setObjectName(QStringLiteral("notes.count"));
    auto *add = makePrimaryButton(tr("Add note"), QStringLiteral("notes.add"));
    add->setToolTip(tr("A note on the chosen entry's run (Ctrl+M)"));
    layout->addWidget(makeLabel(tr("Notes"), TextRole::PageTitle));
    layout->addWidget(m_count);
    layout->addStretch();
    layout->addWidget(buildFilter());
    layout->addWidget(add);
    connect(add, &QPushButton::clicked, this, [this] {
        const PageRequest target = noteTarget();
        if (target.runs.isEmpty())
            app().say(tr("There is no run yet that a note could belong to."));
        else
            app().addNote(target.runs.first(), target.step);
    });
    return header;
}

QWidget *NotesPage::buildFilter()
{
    auto *filter = new QWidget;
    auto *layout = new QHBoxLayout(filter);
    layout->setContentsMargins(0, 0, 0, 0);
    m_kinds = new QComboBox;
    m_kinds->setObjectName(QStringLiteral("notes.filter.kinds"));
    m_kinds->setAccessibleName(tr("Kinds of entries"));
    m_kinds->addItems({tr("Notes and changes"), tr("Notes"), tr("Automatic entries"), tr("All, with checkpoints")});
    m_run = new QComboBox;
    m_run->setObjectName(QStringLiteral("notes.filter.run"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setMinimumContentsLength(18);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("notes.filter.text"));
    m_search->setAccessibleName(tr("Find in the journal"));
    m_search->setPlaceholderText(tr("Find in notes and entries"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(220);
    for (QWidget *part :
         {static_cast<QWidget *>(m_search), static_cast<QWidget *>(m_kinds), static_cast<QWidget *>(m_run)})
        layout->addWidget(part);
    guardWheel(filter);
    connect(m_search, &QLineEdit::textChanged, this, &NotesPage::applyFilter);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &NotesPage::applyFilter);
    connect(m_run, &QComboBox::currentIndexChanged, this, &NotesPage::applyFilter);
    return filter;
}

QWidget *NotesPage::buildUndoBar()
{
    m_undoBar = new QWidget;
    auto *layout = new QHBoxLayout(m_undoBar);
    layout->setContentsMargins(0, 0, 0, 0);
    m_undoText = makeLabel({}, TextRole::Secondary);
    m_undoText->setTextFormat(Qt::PlainText);
    auto *putBack = makeLink(tr("Put back"), QStringLiteral("notes.putBack"));
    layout->addWidget(m_undoText);
    layout->addWidget(putBack);
    layout->addStretch();
    m_undoBar->hide();
    connect(putBack, &QToolButton::clicked, &app().edits().stack(), &QUndoStack::undo);
    connect(&app().edits().stack(), &QUndoStack::indexChanged, this, &NotesPage::removalChanged);
    return m_undoBar;
}

QWidget *NotesPage::buildList()
{
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("notes.list"));
    m_list->setAccessibleName(tr("Journal"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new JournalDelegate(m_model, &app().workspace(), m_list));
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setFrameShape(QFrame::NoFrame);
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_older = makeLink(tr("Show older entries"), QStringLiteral("notes.older"));

    auto *card = new Card;
    card->setBodyMargins(1, 1, 1, 1);
    card->body()->setSpacing(0);
    card->body()->addWidget(m_empty, 1);
    card->body()->addWidget(m_list, 1);
    card->body()->addWidget(m_older, 0, Qt::AlignHCenter);
    return card;
}

void NotesPage::connectList()
{
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &NotesPage::showChosen);
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        if (const JournalEntry *entry = m_model->entry(index))
            app().openRun(qstr(entry->runId), entry->step);
    });
    connect(m_older, &QToolButton::clicked, this, &NotesPage::showOlder);
}

void NotesPage::connectDetails()
{
    connect(m_details, &EntryDetails::openRun, &app(), &AppContext::openRun);
    connect(m_details, &EntryDetails::comment, &app(), &AppContext::addNote);
    connect(m_details, &EntryDetails::removed, this, &NotesPage::removeNote);
    connect(m_details, &EntryDetails::edited, this,
            [this](const QString &run, const QString &note, const QString &text) {
                app().actions().editNote(run.toStdString(), note.toStdString(), text.toStdString(), this,
                                         [this](Result<void> result) { report(result); });
            });
}

void NotesPage::report(const Result<void> &result)
{
    if (!result)
        app().sayError(result.error());
    app().workspace().refreshSoon();
}

void NotesPage::removeNote(const QString &runId, const QString &noteId, const QString &text)
{
    m_removed = noteId;
    const QString shown = m_undoText->fontMetrics().elidedText(text.simplified(), Qt::ElideRight, width() / 2);
    m_undoText->setText(tr("Removed the note “%1”.").arg(shown));
    app().edits().removeNote(runId.toStdString(), noteId.toStdString());
    m_removedAt = app().edits().stack().index();
    m_undoBar->show();
}

/// Taken back by whatever way: the note is chosen again and the offer goes.
void NotesPage::removalChanged(int index)
{
    if (m_removedAt < 0 || index == m_removedAt)
        return;
    if (index < m_removedAt)
        m_wantedNote = m_removed;
    m_removedAt = -1;
    m_undoBar->hide();
}

void NotesPage::open(const PageRequest &request)
{
    if (!request.runs.isEmpty())
        m_run->setCurrentIndex(std::max(0, m_run->findData(request.runs.first())));
    m_wantedNote = request.item;
    showJournal();
}

void NotesPage::activate()
{
    app().workspace().refreshSoon();
    m_list->setFocus();
}

void NotesPage::deactivate()
{
    m_details->keepEdit();
    m_undoBar->hide();
    m_removedAt = -1;
}

void NotesPage::showRuns()
{
    const QString current = m_run->currentData().toString();
    const QSignalBlocker quiet(m_run);
    m_run->clear();
    m_run->addItem(tr("All runs"), QString());
    for (const auto runs = app().workspace().runs(); const RunSummary &run : *runs)
        m_run->addItem(qstr(run.name), qstr(run.id));
    m_run->setCurrentIndex(std::max(0, m_run->findData(current)));
}

void NotesPage::showJournal()
{
    if (m_limit == 0) {
        setJournal(app().workspace().journal());
        return;
    }
    app().workspace().ask<JournalEntries>(
        this, [limit = m_limit](Workspace &workspace) { return workspace.journal({}, {}, limit); },
        [this](Result<JournalEntries> journal) {
            if (journal)
                setJournal(std::make_shared<const JournalEntries>(std::move(*journal)));
            else
                app().sayError(journal.error());
        });
}

void NotesPage::showOlder()
{
    m_limit = static_cast<int>(m_journal->size()) + kOlderEntries;
    showJournal();
}

/// What is being read stays where it is when entries come in above it.
void NotesPage::setJournal(std::shared_ptr<const JournalEntries> journal)
{
    QScrollBar *bar = m_list->verticalScrollBar();
    const QPersistentModelIndex top = bar->value() > 0 ? m_list->indexAt({8, 4}) : QModelIndex();
    const int before = m_list->visualRect(top).top();
    m_journal = std::move(journal);
    m_model->setEntries(m_journal);
    if (top.isValid())
        bar->setValue(bar->value() + m_list->visualRect(top).top() - before);
    if (const QModelIndex wanted = m_model->indexOfNote(m_wantedNote); !m_wantedNote.isEmpty() && wanted.isValid()) {
        m_wantedNote.clear();
        m_list->setCurrentIndex(wanted);
    }
    showCounts();
    if (!chosen())
        chooseFirst();
    showChosen();
}

void NotesPage::applyFilter()
{
    m_model->setFilter({static_cast<JournalFilter::Kinds>(m_kinds->currentIndex()), m_run->currentData().toString(),
                        m_search->text()});
    showCounts();
    if (!chosen())
        chooseFirst();
    showChosen();
}

void NotesPage::chooseFirst()
{
    m_list->setCurrentIndex(m_model->index(std::min(1, m_model->rowCount() - 1))); // row 0 is a day's heading
}

void NotesPage::showCounts()
{
    m_count->setText(counted(m_model->shownEntries(), tr("entry"), tr("entries")));
    const bool any = m_model->shownEntries() > 0;
    m_list->setVisible(any);
    m_empty->setVisible(!any);
    m_empty->setText(m_journal->empty() ? tr("Entries appear when you start a run.")
                                        : tr("No entry fits the filter. Clear the text or choose all entries."));
    m_older->setVisible(static_cast<int>(m_journal->size()) >= std::max(m_limit, kFollowedEntries));
}

const JournalEntry *NotesPage::chosen() const
{
    return m_model->entry(m_list->currentIndex());
}

void NotesPage::showChosen()
{
    m_details->show(chosen());
}

QList<QWidget *> NotesPage::regions() const
{
    return {m_search, m_list, m_details};
}

QWidget *NotesPage::finder() const
{
    return m_search;
}

PageRequest NotesPage::noteTarget() const
{
    PageRequest target;
    target.page = key();
    const auto runs = app().workspace().runs();
    if (const JournalEntry *entry = chosen())
        target.runs = QStringList{qstr(entry->runId)}, target.step = entry->step;
    else if (!runs->empty())
        target.runs = QStringList{qstr(runs->front().id)};
    return target;
}

QJsonObject NotesPage::saveState() const
{
    return {{"splitter", QString::fromLatin1(m_splitter->saveState().toBase64())}, {"kinds", m_kinds->currentIndex()}};
}

void NotesPage::restoreState(const QJsonObject &state)
{
    m_splitter->restoreState(QByteArray::fromBase64(state["splitter"].toString().toLatin1()));
    m_kinds->setCurrentIndex(std::clamp(state["kinds"].toInt(), 0, m_kinds->count() - 1));
}

} // namespace anneal
