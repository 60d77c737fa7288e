// SPDX-License-Identifier: GPL-3.0-or-later
// The ⋮ menu of a ChartCard, its table and its full screen.
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFutureWatcher>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include "charts/chartstate.h"
#include "charts/charttable.h"
#include "charts/chartview.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

QDialog *makeDialog(QWidget *parent, const QString &title, QWidget *content)
{
    auto *dialog = new QDialog(parent, Qt::Window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(content);
    return dialog;
}

} // namespace

void ChartCard::showMenu()
{
    QMenu menu(this);
    menu.addAction(tr("Full screen"), this, &ChartCard::showFullScreen);
    QAction *log = menu.addAction(tr("Log y"), this, [this] { setLogY(!m->log()); });
    log->setCheckable(true);
    log->setChecked(m->log());
    QAction *ghosts = menu.addAction(tr("Show replaced parts"), this,
                                     [this] { m->group->setShowReplaced(!m->group->showReplaced()); });
    ghosts->setCheckable(true);
    ghosts->setChecked(m->group->showReplaced());
    QAction *outliers = menu.addAction(tr("Ignore outliers"), this, [this] { setIgnoreOutliers(!m->ignoreOutliers); });
    outliers->setCheckable(true);
    outliers->setChecked(m->ignoreOutliers);
    menu.addSeparator();
    menu.addAction(tr("Show as table"), this, &ChartCard::showTable);
    menu.addAction(tr("Copy image"), this, [this] { QApplication::clipboard()->setImage(toImage()); });
    menu.addAction(tr("Export…"), this, &ChartCard::askExport);
    if (m->removable) {
        menu.addSeparator();
        menu.addAction(tr("Remove card"), this, &ChartCard::removeRequested);
    }
    menu.exec(m->menu->mapToGlobal(QPoint(0, m->menu->height())));
}

void ChartCard::showTable()
{
    auto *watcher = new QFutureWatcher<ChartTable::Content>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        openTable(new ChartTable(watcher->future().takeResult(), m->format));
        watcher->deleteLater();
    });
    watcher->setFuture(QtConcurrent::run([lines = m->lines] { return ChartTable::read(lines); }));
}

void ChartCard::openTable(QAbstractItemModel *model)
{
    auto *table = new QTableView;
    model->setParent(table);
    table->setObjectName(objectName() + QStringLiteral(".table"));
    table->setAccessibleName(title());
    table->setModel(model);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setFont(numberFont());
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(measures().controlSmall);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    QDialog *dialog = makeDialog(this, tr("%1, all points").arg(title()), table);
    dialog->resize(560, 640);
    dialog->show();
    table->scrollToBottom();
}

void ChartCard::showFullScreen()
{
    auto *copy = new ChartCard(title(), objectName() + QStringLiteral(".fullScreen"), m->group);
    copy->setUnit(m->unit);
    copy->setFormat(m->format);
    copy->setReferences(m->references);
    copy->setPlans(m->plans);
    copy->setShowLetters(true);
    copy->setLogY(m->logY);
    copy->setIgnoreOutliers(m->ignoreOutliers);
    copy->setEmptyText(m->emptyText);
    copy->m->hidden = m->hidden;
    copy->setLines(m->lines);
    connect(this, &ChartCard::refreshed, copy, &ChartCard::refresh);
    makeDialog(this, title(), copy)->showFullScreen(); // Esc closes a dialog
}

} // namespace anneal
