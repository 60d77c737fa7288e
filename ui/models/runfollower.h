// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QStringList>
#include <QThread>
#include <QTimer>
#include <nlohmann/json.hpp>

#include "models/runsnapshot.h"

namespace anneal {

class FollowWorker;

/// How far a command has come (ui.md §6.3).
enum class CommandStage { Posting, Sent, WaitingForTrainer, InForce, Refused };
struct CommandProgress {
    std::string id; ///< empty while it is being posted
    std::string verb;
    nlohmann::json arguments;
    CommandStage stage = CommandStage::Posting;
    std::int64_t step = 0; ///< from which it is in force
    std::string message; ///< the trainer's sentence, or why the command could not be written
};

/// Follows one run folder. Files are read and points are thinned on a worker thread; the window's thread only ever sees
/// finished snapshots and views. Looks twice a second while the run lives, every two seconds after. Use from the
/// window's thread only.
class RunFollower : public QObject
{
    Q_OBJECT
public:
    [[nodiscard]] const std::string &runId() const { return m_runId; }
    [[nodiscard]] const RunPaths &paths() const { return m_paths; }
    /// Newest snapshot; never null. `loaded` is false until the first look is done.
    [[nodiscard]] std::shared_ptr<const RunSnapshot> snapshot() const { return m_snapshot; }

    /// Posts a command and tracks its answer: commandChanged() at each stage. Returns the index in commands().
    int post(const std::string &verb, const nlohmann::json &arguments = nlohmann::json::object(),
             const std::string &reason = {});
    [[nodiscard]] const std::vector<CommandProgress> &commands() const { return m_commands; }

    /// While on, new lines of the text log arrive by logLines().
    void followLog(bool on);
    /// Looks now instead of at the next tick.
    void lookSoon();

Q_SIGNALS:
    void changed();
    void commandChanged(int index);
    void logLines(const QStringList &lines, bool restarted);

private:
    friend class FollowerHub;
    friend class FollowWorker;
    RunFollower(RunPaths paths, QThread *thread);
    void letGo();
    void accept(std::shared_ptr<const RunSnapshot> snapshot);
    void matchAnswers();
    void setStage(int index, CommandStage stage, const std::string &message = {});
    /// Runs `work` on the worker and what it returns on the window's thread.
    void onWorker(std::function<std::function<void()>(FollowWorker &)> work, QObject *context);

    std::string m_runId;
    RunPaths m_paths;
    std::shared_ptr<const RunSnapshot> m_snapshot;
    std::vector<CommandProgress> m_commands;
    std::size_t m_eventsMatched = 0;
    FollowWorker *m_worker = nullptr;
};

/// Hands out followers, one per run however many pages ask, on a few shared threads. Outlives them.
class FollowerHub : public QObject
{
    Q_OBJECT
public:
    explicit FollowerHub(QObject *parent = nullptr);
    ~FollowerHub() override;
    [[nodiscard]] std::shared_ptr<RunFollower> follow(const RunPaths &paths);

private:
    static constexpr int kThreads = 2;
    QThread m_threads[kThreads];
    int m_next = 0;
    std::map<std::string, std::weak_ptr<RunFollower>> m_followers;
};

} // namespace anneal
