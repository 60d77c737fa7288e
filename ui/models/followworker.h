// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QTimer>

#include "models/logtail.h"
#include "models/runsnapshot.h"
#include "run/events.h"
#include "run/metricslog.h"

namespace anneal {

/// The half of a RunFollower that lives on a worker thread: reads the folder, keeps the points, makes snapshots and
/// views.
class FollowWorker : public QObject
{
    Q_OBJECT
public:
    using Reply = std::function<void()>;

    explicit FollowWorker(RunPaths paths);

    void begin();
    void look();
    /// Looks ten times a second for some seconds: an answer is expected.
    void hurry();
    void followLog(bool on);
    void reply(Reply reply, const QPointer<QObject> &context);

    [[nodiscard]] const RunPaths &paths() const { return m_paths; }

Q_SIGNALS:
    void looked(std::shared_ptr<const RunSnapshot> snapshot);
    void logged(const QStringList &lines, bool restarted);
    void replied(std::function<void()> reply, QPointer<QObject> context);

private:
    void readRecord();
    bool readMetrics();
    bool readEvents();
    bool readNotes();
    bool readCheckpoints(bool eventsChanged);
    void fillLatest();
    void readLog();
    void schedule();

    RunPaths m_paths;
    MetricsReader m_metrics;
    JsonlReader m_eventLines;
    LogTail m_log;
    std::shared_ptr<RunData> m_data;
    RunSnapshot m_now;
    std::filesystem::file_time_type m_notesTime{};
    bool m_followLog = false;
    int m_hurriedLooks = 0;
    QTimer m_timer;
};

} // namespace anneal
