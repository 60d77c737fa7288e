// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QAbstractItemModel;
class QString;
class QTableView;
class QWidget;

namespace anneal {

/// A plain table of rows in the look of the tabs: no grid, no row numbers, whole rows are chosen. Widths by column; 0
/// takes what is left.
[[nodiscard]] QTableView *makeTable(QAbstractItemModel *model, const QString &objectName, const QString &accessibleName,
                                    const std::vector<int> &widths, QWidget *parent = nullptr);

} // namespace anneal
