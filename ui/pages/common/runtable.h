// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStyledItemDelegate>
#include <QTableView>

#include "models/runlistmodel.h"

namespace anneal {

/// Cells of a RunListModel: dot and name, state chip, sparkline, figures.
class RunDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintName(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
    void paintCurve(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
    void paintText(QPainter *painter, const QRect &rect, const QModelIndex &index) const;
};

/// A table of runs: one click or Return opens the run.
class RunTable : public QTableView
{
    Q_OBJECT
public:
    explicit RunTable(const QString &objectName, QWidget *parent = nullptr);
    struct Column {
        RunListModel::Column column;
        int width = 0; ///< 0 = takes what is left
    };
    /// Call after setModel(). What has no room is left out, the column that takes what is left first, then from the
    /// right.
    void showColumns(const std::vector<Column> &columns);
    /// Stays as high as its rows, without a scroll bar of its own. Call after setModel().
    void fitToRows();

Q_SIGNALS:
    void runActivated(const QString &runId);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fit();
    void fitColumns();

    std::vector<Column> m_columns;
};

} // namespace anneal
