// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/tables.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>

#include "style/tokens.h"

namespace anneal {

QTableView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &accessibleName,
                      const std::vector<int> &widths, QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setObjectName(objectName);
    table->setAccessibleName(accessibleName);
    table->setModel(model);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(measures().tableRow);
    table->horizontalHeader()->setHighlightSections(false);
    for (int column = 0; column < static_cast<int>(widths.size()); ++column) {
        const int width = widths[static_cast<std::size_t>(column)];
        table->horizontalHeader()->setSectionResizeMode(column,
                                                        width ? QHeaderView::Interactive : QHeaderView::Stretch);
        if (width)
            table->setColumnWidth(column, width);
    }
    return table;
}

void setHeaders(QStandardItemModel &model, const QStringList &titles, int firstNumber)
{
    model.setHorizontalHeaderLabels(titles);
    for (int column = 0; column < titles.size(); ++column)
        model.horizontalHeaderItem(column)->setTextAlignment((column < firstNumber ? Qt::AlignLeft : Qt::AlignRight)
                                                             | Qt::AlignVCenter);
}

} // namespace anneal
