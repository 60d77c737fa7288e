// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractListModel>

#include "models/runlistmodel.h"

namespace anneal {

/// The run list with headings: running, paused, today, this week, earlier. A heading is a row that cannot be chosen.
class RunGroupsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    static constexpr int kHeadingRole = Qt::UserRole + 100; ///< bool
    static constexpr int kWhenRole = Qt::UserRole + 101; ///< "61 %" of a living run, else when it ended
    static constexpr int kLossRole = Qt::UserRole + 102; ///< newest validation loss

    explicit RunGroupsModel(RunListModel &runs, QObject *parent = nullptr);
    /// Only runs that hold every word; headings of empty groups go.
    void setFilter(const QString &text);
    [[nodiscard]] int rowOf(const QString &runId) const; ///< −1 when it is not shown
    /// The run below, else the one above; empty when it is alone.
    [[nodiscard]] QString neighbour(const QString &runId) const;
    [[nodiscard]] int shownRuns() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        QString heading; ///< empty for a run
        std::string runId;
        int source = -1;
        bool operator==(const Row &other) const { return heading == other.heading && runId == other.runId; }
    };
    void rebuild();
    [[nodiscard]] std::vector<Row> makeRows() const;
    [[nodiscard]] bool accepts(int sourceRow) const;

    RunListModel &m_runs;
    QStringList m_words;
    std::vector<Row> m_rows;
};

} // namespace anneal
