// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "charts/chartmodel.h"

class QIODevice;

namespace anneal {

/// All points of a chart's lines as a table: step, tokens, one column per line. What "Show as table" shows.
class ChartTable : public QAbstractTableModel
{
    Q_OBJECT

public:
    struct Row {
        std::int64_t step = 0;
        std::int64_t tokens = 0;
    };
    struct Content {
        std::vector<QString> names;
        std::vector<Row> rows;
        std::vector<std::vector<std::pair<std::int64_t, double>>> values; ///< per line: step, value
    };
    /// Gathers every point: work for a worker when lines are long.
    [[nodiscard]] static Content read(const std::vector<ChartLine> &lines);
    ChartTable(Content content, ValueFormat format, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static constexpr int kFirstLine = 2; ///< column of the first line's values

    [[nodiscard]] const double *value(const QModelIndex &index) const;

    Content m_content;
    ValueFormat m_format;
};

/// Comma-separated: series, step, tokens, wall_time, value; every logged point, after one comment line with `comment`.
[[nodiscard]] bool writeCsv(QIODevice &file, const std::vector<ChartLine> &lines, const QString &comment);

} // namespace anneal
