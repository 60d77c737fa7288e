// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>

class QAbstractItemModel;
class QStandardItemModel;
class QString;
class QTableView;
class QWidget;

namespace anneal {

/// A plain table of rows in the look of the tabs: no grid, no row numbers, whole rows are chosen. Widths by column; 0
/// takes what is left.
[[nodiscard]] QTableView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &accessibleName,
                                    const std::vector<int> &widths, QWidget *parent = nullptr);

/// Headers of a model of plain items, each above its numbers or words: columns from `firstNumber` on stand at the
/// right.
void setHeaders(QStandardItemModel &model, const QStringList &titles, int firstNumber);

} // namespace anneal
