// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "models/runfollower.h"
#include "pages/common/throttle.h"

class QLabel;
class QTabWidget;

namespace anneal {

class AppContext;
class CheckpointsTab;
class ClassesTab;
class ConfigTab;
class ControlStrip;
class EventsTab;
class LogTab;
class RunCharts;
class RunHeader;
class RunOffers;

/// One run: header, live control, charts and the other tabs. Follows the run's folder while it is shown.
class RunView : public QWidget
{
    Q_OBJECT
public:
    explicit RunView(AppContext &app, QWidget *parent = nullptr);
    void setRun(const QString &runId);
    [[nodiscard]] QString runId() const;
    void showStep(std::int64_t step);
    void showTab(const QString &name); ///< "charts", "classes", "checkpoints", "events", "log", "config"
    [[nodiscard]] QString currentTab() const;
    /// The step that a note made now belongs to: the crosshair's.
    [[nodiscard]] std::optional<std::int64_t> noteStep() const;

    [[nodiscard]] RunHeader *header() const { return m_header; }
    [[nodiscard]] ControlStrip *control() const { return m_control; }
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }
    [[nodiscard]] QWidget *finder() const;

private:
    void buildTabs();
    void showSnapshot();
    void showHeader();
    void updateTabTitles(const RunSnapshot &snapshot);
    void updateNotice(const RunSnapshot &snapshot);

    AppContext &m_app;
    std::shared_ptr<RunFollower> m_follower;
    Throttle m_headerThrottle;
    RunPhase m_shownPhase = RunPhase::Starting;
    RunHeader *m_header = nullptr;
    QLabel *m_notice = nullptr;
    ControlStrip *m_control = nullptr;
    RunOffers *m_offers = nullptr;
    QTabWidget *m_tabs = nullptr;
    RunCharts *m_charts = nullptr;
    ClassesTab *m_classes = nullptr;
    CheckpointsTab *m_checkpoints = nullptr;
    EventsTab *m_events = nullptr;
    LogTab *m_log = nullptr;
    ConfigTab *m_config = nullptr;
};

} // namespace anneal
