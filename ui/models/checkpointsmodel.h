// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "run/checkpoints.h"

namespace anneal {

/// The complete checkpoints of one run, newest first.
class CheckpointsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Step, Time, ValidationLoss, Size, Kept, ColumnCount };
    enum Role { StepRole = Qt::UserRole, FolderRole };
    using List = std::shared_ptr<const std::vector<CheckpointInfo>>;

    explicit CheckpointsModel(QObject *parent = nullptr);
    void setCheckpoints(List checkpoints);
    [[nodiscard]] const CheckpointInfo &checkpoint(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    List m_list;
};

} // namespace anneal
