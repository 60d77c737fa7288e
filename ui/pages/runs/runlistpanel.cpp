// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runlistpanel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>

#include "pages/context.h"
#include "pages/runs/deleterun.h"
#include "pages/runs/runlistdelegate.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

RunListPanel::RunListPanel(RunListModel &runs, AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
    , m_groups(runs)
{
    setObjectName(QStringLiteral("run.listPanel"));
    build();
    connect(&m_groups, &QAbstractItemModel::modelReset, this, [this] {
        selectCurrent();
        updateCount();
    });
    updateCount();
}

void RunListPanel::build()
{
    setMinimumWidth(180);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 12, 0, 0);
    column->setSpacing(8);
    auto *title = new QHBoxLayout;
    title->setContentsMargins(10, 0, 8, 0);
    title->addWidget(makeLabel(tr("Runs"), TextRole::CardTitle));
    title->addWidget(m_count = makeLabel({}, TextRole::Secondary));
    title->addStretch(1);
    QToolButton *fresh = makeIconButton(QStringLiteral("new-run"), tr("New run"), QStringLiteral("run.list.newRun"));
    connect(fresh, &QToolButton::clicked, this, [this] { m_app.newRunFromPreset({}); });
    title->addWidget(fresh);
    column->addLayout(title);

    auto *filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(8, 0, 8, 0);
    m_filter = new QLineEdit(this);
    m_filter->setObjectName(QStringLiteral("run.list.filter"));
    m_filter->setAccessibleName(tr("Filter the run list"));
    m_filter->setPlaceholderText(tr("Name, tag or note"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(QStringLiteral("search"), Ink::Muted), QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::textChanged, &m_groups, &RunGroupsModel::setFilter);
    filterRow->addWidget(m_filter);
    column->addLayout(filterRow);

    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("run.list"));
    m_list->setAccessibleName(tr("Runs"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new RunListDelegate(m_list));
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setModel(&m_groups);
    connect(m_list, &QWidget::customContextMenuRequested, this, &RunListPanel::showMenu);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        const QString id = index.data(RunListModel::RunIdRole).toString();
        if (!id.isEmpty() && id != m_current)
            Q_EMIT runChosen(id);
    });
    column->addWidget(m_list, 1);
    column->addWidget(m_empty = makeLabel({}, TextRole::Secondary));
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(10, 0, 10, 10);
}

void RunListPanel::setCurrent(const QString &runId)
{
    m_current = runId;
    selectCurrent();
}

void RunListPanel::selectCurrent()
{
    const int row = m_groups.rowOf(m_current);
    if (row >= 0)
        m_list->setCurrentIndex(m_groups.index(row));
}

void RunListPanel::updateCount()
{
    const int shown = m_groups.shownRuns();
    m_count->setText(QString::number(shown));
    m_empty->setVisible(shown == 0);
    m_empty->setText(m_filter->text().isEmpty() ? tr("No runs yet.") : tr("No run has “%1”.").arg(m_filter->text()));
}

void RunListPanel::archive(const QString &runId)
{
    const RunSummary *run = m_app.workspace().run(runId.toStdString());
    if (!run)
        return;
    m_app.say(tr("%1 is archived: its files stay where they are. Ctrl+Z brings it back.").arg(qstr(run->name)));
    m_app.edits().archive(run->id);
    if (const QString next = m_groups.neighbour(runId); runId == m_current && !next.isEmpty())
        Q_EMIT runChosen(next);
}

void RunListPanel::showMenu(const QPoint &where)
{
    const QString id = m_list->indexAt(where).data(RunListModel::RunIdRole).toString();
    if (id.isEmpty())
        return;
    QMenu menu;
    menu.addAction(tr("New run with these settings"), this, [this, id] { m_app.newRunFrom(id); });
    menu.addAction(tr("Add to Compare"), this, [this, id] { m_app.compare({id}); });
    menu.addAction(tr("Add note"), this, [this, id] { m_app.addNote(id); });
    menu.addSeparator();
    menu.addAction(tr("Archive"), this, [this, id] { archive(id); });
    menu.addAction(tr("Delete files…"), this, [this, id] { askToDelete(m_app, id, this); });
    menu.exec(m_list->viewport()->mapToGlobal(where));
}

} // namespace anneal
