// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/notespage.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSplitter>
#include <QVBoxLayout>

#include "pages/notes/entrydetails.h"
#include "pages/notes/journaldelegate.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

NotesPage::NotesPage(AppContext &app, QWidget *parent)
    : Page(pagekey::kNotes, app, parent)
{
    m_model = new JournalModel(this);
    m_details = new EntryDetails;
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(QStringLiteral("notes.splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(12);
    m_splitter->addWidget(buildList());
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({780, 480});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(12);
    layout->addWidget(buildHeader());
    layout->addWidget(m_splitter, 1);

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
    m_kinds = new QComboBox;
    m_kinds->setObjectName(QStringLiteral("notes.filter.kinds"));
    m_kinds->setAccessibleName(tr("Kinds of entries"));
    m_kinds->addItems({tr("All entries"), tr("Notes"), tr("Automatic entries")});
    m_run = new QComboBox;
    m_run->setObjectName(QStringLiteral("notes.filter.run"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setMinimumContentsLength(18);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("notes.filter.text"));
    m_search->setAccessibleName(tr("Find in the journal"));
    m_search->setPlaceholderText(tr("Find in notes and entries"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(240);
    auto *add = makePrimaryButton(tr("Add note"), QStringLiteral("notes.add"));
    add->setToolTip(tr("A note on the chosen entry's run (Ctrl+M)"));

    layout->addWidget(makeLabel(tr("Notes"), TextRole::PageTitle));
    layout->addWidget(m_count);
    layout->addStretch();
    for (QWidget *part : {static_cast<QWidget *>(m_search), static_cast<QWidget *>(m_kinds),
                          static_cast<QWidget *>(m_run), static_cast<QWidget *>(add)})
        layout->addWidget(part);
    guardWheel(header);

    connect(m_search, &QLineEdit::textChanged, this, &NotesPage::applyFilter);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &NotesPage::applyFilter);
    connect(m_run, &QComboBox::currentIndexChanged, this, &NotesPage::applyFilter);
    connect(add, &QPushButton::clicked, this, [this] {
        const PageRequest target = noteTarget();
        if (target.runs.isEmpty())
            app().say(tr("There is no run yet that a note could belong to."));
        else
            app().addNote(target.runs.first(), target.step);
    });
    return header;
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

    auto *card = new Card;
    card->setBodyMargins(1, 1, 1, 1);
    card->body()->addWidget(m_empty, 1);
    card->body()->addWidget(m_list, 1);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &NotesPage::showChosen);
    connect(m_list, &QListView::activated, this, [this](const QModelIndex &index) {
        if (const JournalEntry *entry = m_model->entry(index))
            app().openRun(qstr(entry->runId), entry->step);
    });
    return card;
}

void NotesPage::connectDetails()
{
    const auto report = [this](Result<void> result) {
        if (!result)
            app().sayError(result.error());
        app().workspace().refreshSoon();
    };
    connect(m_details, &EntryDetails::openRun, &app(), &AppContext::openRun);
    connect(m_details, &EntryDetails::comment, &app(), &AppContext::addNote);
    connect(m_details, &EntryDetails::edited, this,
            [this, report](const QString &run, const QString &note, const QString &text) {
                app().actions().editNote(run.toStdString(), note.toStdString(), text.toStdString(), this, report);
            });
    connect(m_details, &EntryDetails::removed, this, [this, report](const QString &run, const QString &note) {
        app().actions().removeNote(run.toStdString(), note.toStdString(), this, report);
    });
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
    const JournalEntry *before = chosen();
    const std::optional<JournalEntry> kept = before ? std::optional(*before) : std::nullopt;
    m_model->setEntries(app().workspace().journal());
    if (const QModelIndex wanted = m_model->indexOfNote(m_wantedNote); !m_wantedNote.isEmpty() && wanted.isValid()) {
        m_wantedNote.clear();
        choose(wanted);
    } else {
        choose(kept ? m_model->indexOf(*kept) : QModelIndex());
    }
}

void NotesPage::applyFilter()
{
    m_model->setFilter({static_cast<JournalFilter::Kinds>(m_kinds->currentIndex()), m_run->currentData().toString(),
                        m_search->text()});
    choose({});
}

void NotesPage::choose(const QModelIndex &index)
{
    // Without one to keep, the newest entry: row 0 is its day's heading.
    m_list->setCurrentIndex(index.isValid() ? index : m_model->index(std::min(1, m_model->rowCount() - 1)));
    m_count->setText(tr("%n entries", nullptr, m_model->shownEntries()));
    const bool any = m_model->shownEntries() > 0;
    m_list->setVisible(any);
    m_empty->setVisible(!any);
    m_empty->setText(app().workspace().journal()->empty()
                         ? tr("Entries appear when you start a run.")
                         : tr("No entry fits the filter. Clear the text or choose all entries."));
    showChosen();
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
