// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparetable.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>

#include "pages/compare/comparedelegate.h"
#include "pages/compare/comparemodel.h"
#include "pages/context.h"
#include "style/tokens.h"

namespace anneal {

namespace {

/// Missing values and NaN come last in either direction.
class SortProxy : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override
    {
        const QVariant a = left.data(CompareModel::SortRole), b = right.data(CompareModel::SortRole);
        if (!a.isValid() || !b.isValid())
            return (sortOrder() == Qt::AscendingOrder) == (a.isValid() && !b.isValid());
        return QVariant::compare(a, b) == QPartialOrdering::Less;
    }
};

} // namespace

CompareTable::CompareTable(CompareModel *model, AppContext &app, QWidget *parent)
    : QTableView(parent)
    , m_app(app)
    , m_sorted(new SortProxy(this))
{
    m_sorted->setSourceModel(model);
    setObjectName(QStringLiteral("compare.table"));
    setAccessibleName(tr("Runs to compare"));
    setModel(m_sorted);
    setItemDelegate(new CompareDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setMinimumHeight(120);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(measures().tableRow);
    setupColumns();
    setSortingEnabled(true);
    sortByColumn(CompareModel::ValidationLoss, Qt::AscendingOrder);
    connect(this, &QTableView::doubleClicked, this, [this] { m_app.openRun(currentRun()); });
    connect(this, &QTableView::entered, this,
            [this](const QModelIndex &index) { Q_EMIT runHovered(index.data(CompareModel::RunIdRole).toString()); });
    connect(this, &QTableView::viewportEntered, this, [this] { Q_EMIT runHovered({}); });
}

void CompareTable::setupColumns()
{
    // The last column takes what is left.
    static constexpr int kWidths[CompareModel::Note] = {210, 120, 120, 92, 80, 80, 124, 114, 100, 90};
    for (int column = 0; column < CompareModel::Note; ++column)
        setColumnWidth(column, kWidths[column]);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint &where) {
        QMenu menu(this);
        addColumnActions(&menu);
        menu.exec(horizontalHeader()->mapToGlobal(where));
    });
}

void CompareTable::addColumnActions(QMenu *menu)
{
    for (int column = CompareModel::Name + 1; column < CompareModel::ColumnCount; ++column) {
        const QString title = model()->headerData(column, Qt::Horizontal).toString();
        QAction *action =
            menu->addAction(title, this, [this, column] { setColumnHidden(column, !isColumnHidden(column)); });
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
    }
}

QString CompareTable::currentRun() const
{
    return currentIndex().data(CompareModel::RunIdRole).toString();
}

void CompareTable::toggleCurrent()
{
    const QModelIndex box = currentIndex().siblingAtColumn(CompareModel::Name);
    const bool ticked = box.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model()->setData(box, ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

void CompareTable::keyPressEvent(QKeyEvent *event)
{
    const bool open = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Space)
        toggleCurrent();
    else if (open && event->modifiers() == Qt::NoModifier && !currentRun().isEmpty())
        m_app.openRun(currentRun());
    else
        QTableView::keyPressEvent(event);
}

void CompareTable::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    Q_EMIT runHovered({});
}

void CompareTable::contextMenuEvent(QContextMenuEvent *event)
{
    const QString run = currentRun();
    if (run.isEmpty())
        return;
    QMenu menu(this);
    menu.addAction(tr("Open run"), this, [&] { m_app.openRun(run); });
    menu.addAction(tr("New run with these settings"), this, [&] { m_app.newRunFrom(run); });
    menu.addAction(tr("Try out"), this, [&] { m_app.tryOut(run); });
    menu.addAction(tr("Add note"), this, [&] { m_app.addNote(run); });
    menu.addSeparator();
    addColumnActions(menu.addMenu(tr("Columns")));
    menu.exec(event->globalPos());
}

} // namespace anneal
