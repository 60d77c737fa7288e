// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "pages/runs/rungroupsmodel.h"

class QLabel;
class QLineEdit;
class QListView;

namespace anneal {

class AppContext;

/// Left of the Runs page: every run in groups, with a filter.
class RunListPanel : public QWidget
{
    Q_OBJECT
public:
    RunListPanel(RunListModel &runs, AppContext &app, QWidget *parent = nullptr);
    void setCurrent(const QString &runId);
    [[nodiscard]] QString current() const { return m_current; }
    /// Takes the run off the list; the next one is shown.
    void archive(const QString &runId);
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    [[nodiscard]] QListView *list() const { return m_list; }

Q_SIGNALS:
    void runChosen(const QString &runId);

private:
    void build();
    void selectCurrent();
    void updateCount();
    void showMenu(const QPoint &where);

    AppContext &m_app;
    RunGroupsModel m_groups;
    QString m_current;
    QLabel *m_count = nullptr;
    QLineEdit *m_filter = nullptr;
    QListView *m_list = nullptr;
    QLabel *m_empty = nullptr;
};

} // namespace anneal
