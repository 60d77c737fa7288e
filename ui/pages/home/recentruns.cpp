// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/recentruns.h"

namespace anneal {

RecentRuns::RecentRuns(int count, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_count(count)
{
}

void RecentRuns::setSourceModel(QAbstractItemModel *model)
{
    QSortFilterProxyModel::setSourceModel(model);
    // A new run pushes the last one out.
    connect(model, &QAbstractItemModel::rowsInserted, this, [this] { invalidateFilter(); });
    connect(model, &QAbstractItemModel::rowsRemoved, this, [this] { invalidateFilter(); });
}

bool RecentRuns::filterAcceptsRow(int row, const QModelIndex &) const
{
    return row < m_count;
}

} // namespace anneal
