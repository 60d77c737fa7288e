// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QAbstractTableModel>

#include "models/workspaceservice.h"

namespace anneal {

/// Runs as rows. Updates in place: selection and scroll survive a refresh.
class RunListModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        Name,
        State,
        Curve,
        ValidationLoss,
        BestLoss,
        TrainLoss,
        Step,
        Tokens,
        Time,
        Speed,
        Ended,
        Tags,
        Why,
        Device,
        Created,
        ColumnCount
    };
    enum Role {
        RunIdRole = Qt::UserRole, ///< QString
        PhaseRole, ///< int of RunPhase
        ReasonRole, ///< QString
        ColorSlotRole, ///< int 1–12
        SortRole, ///< double or QString; NaN and missing come last
        SparklineRole, ///< QVector<float>
        ProgressRole, ///< double 0–1; −1 when unknown
        AliveRole, ///< bool
        SearchRole, ///< QString: name, tags, why, note, state in lower case
    };

    explicit RunListModel(QObject *parent = nullptr);
    /// Rows become those of the service, now and whenever it reports a change.
    void follow(WorkspaceService *service);
    void setRuns(std::shared_ptr<const RunSummaries> runs);

    [[nodiscard]] const RunSummary &summary(int row) const;
    [[nodiscard]] int rowOf(const QString &runId) const; ///< −1 when it is not there

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    void removeGone(const RunSummaries &next);
    void insertNew(const RunSummaries &next);
    [[nodiscard]] QString display(const RunSummary &run, int column) const;
    [[nodiscard]] QString toolTip(const RunSummary &run, int column) const;

    RunSummaries m_rows;
};

/// The number or text that a column is sorted by; NaN and missing values are an invalid QVariant.
[[nodiscard]] QVariant runSortValue(const RunSummary &run, RunListModel::Column column);
/// "Finished", with the reason if there is one: "Failed: out of memory".
[[nodiscard]] QString stateText(const RunSummary &run);
/// 0–1; −1 when the length is unknown.
[[nodiscard]] double runProgress(const RunSummary &run);

} // namespace anneal
