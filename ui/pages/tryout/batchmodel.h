// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "pages/tryout/batchrows.h"

namespace anneal {

/// The answers of a batch as a table. Cells become text when they come into sight.
class BatchModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::shared_ptr<const BatchRows> rows);
    /// Shows the rows that have come since.
    void showNew();
    [[nodiscard]] BatchCell cellOf(int column) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString title(const BatchColumn &column);

    std::shared_ptr<const BatchRows> m_rows;
    int m_shown = 0;
    int m_columns = 0;
};

} // namespace anneal
