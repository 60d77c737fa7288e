// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/archivedruns.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("ArchivedRuns", text);
}

Result<RunSummaries> archivedIn(Workspace &workspace)
{
    auto runs = workspace.runs(/*withArchived=*/true);
    if (runs)
        std::erase_if(*runs, [](const RunSummary &run) { return !run.archived; });
    return runs;
}

QListWidget *makeList(const RunSummaries &runs, QWidget *parent)
{
    auto *list = new QListWidget(parent);
    list->setObjectName(QStringLiteral("run.archived.list"));
    list->setAccessibleName(tr("Archived runs"));
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    for (const RunSummary &run : runs) {
        auto *item = new QListWidgetItem(
            tr("%1, %2").arg(qstr(run.name), whenText(run.endedMicros ? run.endedMicros : run.createdMicros)), list);
        item->setData(Qt::UserRole, qstr(run.id));
        item->setToolTip(qstr(run.why));
    }
    return list;
}

void restoreSelected(AppContext &app, const QListWidget &list)
{
    for (const QListWidgetItem *item : list.selectedItems())
        app.actions().setArchived(item->data(Qt::UserRole).toString().toStdString(), false, &app,
                                  [&app](Result<void> done) {
                                      if (!done)
                                          app.sayError(done.error());
                                  });
}

void openBox(AppContext &app, const RunSummaries &runs, QWidget *parent)
{
    auto *box = new QDialog(parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("run.archived"));
    box->setWindowTitle(tr("Archived runs"));
    box->resize(420, 360);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(16, 16, 16, 16);
    QListWidget *list = makeList(runs, box);
    column->addWidget(list, 1);
    auto *buttons = new QHBoxLayout;
    QPushButton *back = makePrimaryButton(tr("Bring back"), QStringLiteral("run.archived.restore"));
    QPushButton *close = makeButton(tr("Close"), QStringLiteral("run.archived.close"));
    back->setEnabled(false);
    buttons->addStretch(1);
    buttons->addWidget(close);
    buttons->addWidget(back);
    column->addLayout(buttons);
    QObject::connect(list, &QListWidget::itemSelectionChanged, back,
                     [list, back] { back->setEnabled(!list->selectedItems().isEmpty()); });
    QObject::connect(back, &QPushButton::clicked, box, [&app, box, list] {
        restoreSelected(app, *list);
        box->accept();
    });
    QObject::connect(close, &QPushButton::clicked, box, &QDialog::reject);
    box->open();
}

} // namespace

void showArchivedRuns(AppContext &app, QWidget *parent)
{
    app.workspace().ask<RunSummaries>(parent, archivedIn, [&app, parent](Result<RunSummaries> runs) {
        if (!runs)
            return app.sayError(runs.error());
        if (runs->empty())
            return app.say(tr("No run is archived."));
        openBox(app, *runs, parent);
    });
}

} // namespace anneal
