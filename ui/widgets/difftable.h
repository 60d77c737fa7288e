// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>
#include <QTableWidget>

#include "config/configio.h"

namespace anneal {

struct DiffRow {
    QString key; ///< mono
    QStringList values; ///< one per column; the last column is bold
    QString note;
};

/// Settings that differ: key, one column per side, optional note. Read only; Ctrl+C copies the chosen rows as TSV.
class DiffTable : public QTableWidget
{
    Q_OBJECT

public:
    explicit DiffTable(QWidget *parent = nullptr);
    /// `headers` = one per value column; empty hides the header. Notes column appears when a row has one.
    void setRows(const QStringList &headers, const std::vector<DiffRow> &rows);
    void setDifferences(const std::vector<FieldDifference> &differences, const QString &left = {},
                        const QString &right = {});
    [[nodiscard]] QString toTsv() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace anneal
