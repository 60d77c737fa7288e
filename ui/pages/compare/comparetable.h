// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

class QMenu;
class QSortFilterProxyModel;

namespace anneal {

class AppContext;
class CompareModel;

/// The runs of Compare: a click or Space ticks, a header sorts (NaN and missing last), the menu of a row leads to the
/// other pages.
class CompareTable : public QTableView
{
    Q_OBJECT
public:
    CompareTable(CompareModel *model, AppContext &app, QWidget *parent = nullptr);
    [[nodiscard]] QString currentRun() const;
    /// Adds an entry for each column but the name: ticked = shown. Widths and choice are part of the header's state.
    void addColumnActions(QMenu *menu);

Q_SIGNALS:
    /// The pointer rests on this run's row; empty = on none.
    void runHovered(const QString &runId);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void setupColumns();
    void toggleCurrent();

    AppContext &m_app;
    QSortFilterProxyModel *m_sorted = nullptr;
};

} // namespace anneal
