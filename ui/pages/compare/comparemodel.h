// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QSet>

#include "models/workspaceservice.h"

namespace anneal {

class ConfigStore;

/// Runs as rows of Compare: a check box decides what the charts show; the two chosen rows feed the table of
/// differences.
class CompareModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Name,
        State,
        ValidationLoss,
        Perplexity,
        Tokens,
        PeakRate,
        Schedule,
        BatchTokens,
        Parameters,
        Time,
        Note,
        ColumnCount
    };
    enum Role { RunIdRole = Qt::UserRole, ColorSlotRole, PhaseRole, SortRole };

    explicit CompareModel(const ConfigStore *configs, QObject *parent = nullptr);
    /// Rows in place: checks, selection and scroll survive.
    void setRuns(RunSummaries runs);
    void configsChanged();

    [[nodiscard]] const RunSummary &summary(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QStringList checkedRuns() const; ///< of the rows that are there
    void setChecked(const QSet<QString> &runIds);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void checkedChanged();

private:
    void updateRows(RunSummaries runs);
    [[nodiscard]] QString display(const RunSummary &run, int column) const;
    [[nodiscard]] QVariant sortValue(const RunSummary &run, int column) const;

    const ConfigStore *m_configs;
    RunSummaries m_rows;
    QSet<QString> m_checked;
};

} // namespace anneal
