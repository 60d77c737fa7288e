// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "models/alerts.h"

namespace anneal {

/// Alerts as rows, newest first.
class AlertsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Level, What, Run, Step, Time, ColumnCount };
    enum Role { RunIdRole = Qt::UserRole, StepRole };

    using QAbstractTableModel::QAbstractTableModel;
    void setAlerts(std::vector<Alert> alerts);
    [[nodiscard]] const std::vector<Alert> &alerts() const { return m_alerts; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] static QString textOf(const Alert &alert, int column);

    std::vector<Alert> m_alerts;
};

} // namespace anneal
