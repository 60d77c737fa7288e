// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QWidget>

#include "models/eventsmodel.h"

class QLabel;
class QLineEdit;
class QTableView;

namespace anneal {

/// Everything that happened to a run, newest first, with a filter. A click shows the step on the charts.
class EventsTab : public QWidget
{
    Q_OBJECT
public:
    explicit EventsTab(QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);
    [[nodiscard]] int count() const { return m_model.rowCount(); }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }

Q_SIGNALS:
    void stepChosen(qint64 step);

private:
    EventsModel m_model;
    QSortFilterProxyModel m_shown;
    QLineEdit *m_filter = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_empty = nullptr;
};

} // namespace anneal
