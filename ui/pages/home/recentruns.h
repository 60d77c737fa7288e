// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace anneal {

/// The newest few of a RunListModel.
class RecentRuns : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit RecentRuns(int count, QObject *parent = nullptr);
    void setSourceModel(QAbstractItemModel *model) override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    int m_count;
};

} // namespace anneal
