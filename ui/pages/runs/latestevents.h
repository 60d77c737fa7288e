// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include "models/eventsmodel.h"
#include "widgets/card.h"

class QListView;
class QToolButton;

namespace anneal {

/// The newest events of a run beside its charts.
class LatestEvents : public Card
{
    Q_OBJECT
public:
    explicit LatestEvents(QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);

Q_SIGNALS:
    void allWanted();

private:
    EventsModel m_model;
    QSortFilterProxyModel m_marked; ///< without what makes no mark on the curves
    QToolButton *m_all = nullptr;
    QListView *m_list = nullptr;
};

} // namespace anneal
