// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QThread>

#include "base/result.h"
#include "workspace/workspace.h"

namespace anneal {

class WorkspaceWorker;

using RunSummaries = std::vector<RunSummary>;
using JournalEntries = std::vector<JournalEntry>;

/// The window's side of a workspace. The core Workspace lives on a worker thread and nothing here ever waits for it:
/// lists arrive by signal as immutable snapshots, and everything else goes through ask(). Use from the window's thread
/// only.
class WorkspaceService : public QObject
{
    Q_OBJECT
public:
    explicit WorkspaceService(std::filesystem::path folder, QObject *parent = nullptr);
    /// Finishes what was asked for, then ends the thread.
    ~WorkspaceService() override;

    /// Opens the workspace, publishes what its index knows, then looks at the run folders now and every `intervalMs`.
    void start(int intervalMs = 1000);
    /// Looks at the run folders soon, without waiting for the timer.
    void refreshSoon();

    [[nodiscard]] const std::filesystem::path &folder() const { return m_folder; }
    [[nodiscard]] RunPaths paths(const std::string &runId) const { return {runsFolder(m_folder) / runId}; }

    /// False until the first list has arrived.
    [[nodiscard]] bool ready() const { return m_ready; }
    /// Why the workspace could not be opened or read; empty when all is well.
    [[nodiscard]] QString problem() const { return m_problem; }
    [[nodiscard]] bool readOnly() const { return m_readOnly; }

    /// Newest first, archived ones left out. Never null. Hold the pointer while you look at it.
    [[nodiscard]] std::shared_ptr<const RunSummaries> runs() const { return m_runs; }
    /// Nothing when there is no such run in runs(). Valid while you hold runs().
    [[nodiscard]] const RunSummary *run(const std::string &runId) const;
    /// Newest first, at most 1000. Never null.
    [[nodiscard]] std::shared_ptr<const JournalEntries> journal() const { return m_journal; }

    /// Runs `work` on the worker with the open workspace, then `answer` on the window's thread, unless `context` is
    /// gone by then.
    template <typename T>
    void ask(QObject *context, std::function<Result<T>(Workspace &)> work, std::function<void(Result<T>)> answer);

    /// Remembers something for the window. Reading goes through ask().
    void saveSetting(const std::string &key, const std::string &value);

Q_SIGNALS:
    /// The list changed; `ids` are the runs that did (all of them the first time).
    void runsChanged(const QStringList &ids);
    void journalChanged();
    void problemChanged(const QString &problem);

private:
    friend class WorkspaceWorker;
    /// Made on the worker, run on the window's thread.
    using Reply = std::function<void()>;
    using Work = std::function<Reply(Result<Workspace *>)>;

    void post(Work work, QPointer<QObject> context);
    void setRuns(std::shared_ptr<const RunSummaries> runs, const QStringList &ids, bool readOnly);
    void setJournal(std::shared_ptr<const JournalEntries> journal);
    void setProblem(const QString &problem);

    std::filesystem::path m_folder;
    std::shared_ptr<const RunSummaries> m_runs;
    std::shared_ptr<const JournalEntries> m_journal;
    QString m_problem;
    bool m_ready = false;
    bool m_readOnly = false;
    QThread m_thread;
    WorkspaceWorker *m_worker = nullptr;
};

template <typename T>
void WorkspaceService::ask(QObject *context, std::function<Result<T>(Workspace &)> work,
                           std::function<void(Result<T>)> answer)
{
    post(
        [work = std::move(work), answer = std::move(answer)](Result<Workspace *> workspace) -> Reply {
            Result<T> result = workspace ? work(**workspace) : Result<T>(tl::unexpected(workspace.error()));
            return [answer, result = std::move(result)] {
                if (answer)
                    answer(result);
            };
        },
        context);
}

} // namespace anneal
