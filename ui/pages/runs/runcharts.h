// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>

#include <QWidget>

#include "charts/chartgroup.h"
#include "models/runsnapshot.h"
#include "pages/common/throttle.h"

class QLabel;
class QScrollArea;
class QTimer;

namespace anneal {

class AppContext;
class ChartCard;
class ChartToolBar;
class DashboardGrid;
class LatestEvents;

/// The charts of one run, as it grows. Points are thinned by workers; a card outside the view waits until it is seen.
class RunCharts : public QWidget
{
    Q_OBJECT
public:
    explicit RunCharts(QWidget *parent = nullptr);
    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot);
    /// Puts the crosshair there.
    void showStep(std::int64_t step);
    [[nodiscard]] std::optional<std::int64_t> crosshairStep() const;
    [[nodiscard]] ChartGroup &group() { return m_group; }

Q_SIGNALS:
    void eventsWanted();

private:
    void buildCards();
    ChartCard *addCard(const QString &title, const QString &name, int span = 1);
    ChartCard *addSeriesCard(const std::string &series, const QString &name);
    void rebuildLines();
    void addOtherSeries();
    void update();
    void updateExtent();
    void updateMarks();
    void updateReferences();
    void updateAge();
    [[nodiscard]] double xOfStep(std::int64_t step) const;

    ChartGroup m_group;
    std::shared_ptr<const RunSnapshot> m_snapshot;
    std::shared_ptr<const RunData> m_lineData;
    int m_lineSlot = 0;
    std::int64_t m_drawnRevision = -1;
    Throttle m_throttle;
    ChartToolBar *m_tools = nullptr;
    QLabel *m_age = nullptr;
    QLabel *m_damage = nullptr;
    DashboardGrid *m_grid = nullptr;
    ChartCard *m_loss = nullptr;
    ChartCard *m_rate = nullptr;
    ChartCard *m_gradient = nullptr;
    ChartCard *m_norm = nullptr;
    ChartCard *m_ratio = nullptr;
    ChartCard *m_speed = nullptr;
    LatestEvents *m_events = nullptr;
    std::map<std::string, ChartCard *> m_others;
    QTimer *m_clock = nullptr;
};

} // namespace anneal
