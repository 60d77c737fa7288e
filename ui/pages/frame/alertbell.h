// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "models/alertsmodel.h"
#include "pages/common/throttle.h"

class QFrame;
class QLabel;
class QTableView;

namespace anneal {

class AppContext;

/// The bell of the status bar: how many warnings and errors nobody has looked at, and the list of all. A line leads to
/// its run.
class AlertBell : public QToolButton
{
    Q_OBJECT
public:
    explicit AlertBell(AppContext &app, QWidget *parent = nullptr);
    /// Something of the window's own that went wrong, and that a line in the status bar alone would let pass.
    void add(const QString &sentence);
    [[nodiscard]] int unseen() const;

private:
    void build();
    void refresh();
    void showCount();
    void openList();
    void openRow(const QModelIndex &index);
    void markSeen();

    AppContext &m_app;
    AlertsModel m_model;
    Throttle m_throttle;
    std::vector<Alert> m_own;
    std::int64_t m_seenMicros = 0;
    QFrame *m_list = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_empty = nullptr;
};

} // namespace anneal
