// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/workspaceservice.h"

#include <algorithm>

#include "models/workspaceworker.h"

namespace anneal {

WorkspaceService::WorkspaceService(std::filesystem::path folder, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_runs(std::make_shared<const RunSummaries>())
    , m_journal(std::make_shared<const JournalEntries>())
    , m_worker(new WorkspaceWorker(m_folder))
{
    m_thread.setObjectName(QStringLiteral("workspace"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connect(m_worker, &WorkspaceWorker::listed, this, &WorkspaceService::setRuns);
    connect(m_worker, &WorkspaceWorker::journaled, this, &WorkspaceService::setJournal);
    connect(m_worker, &WorkspaceWorker::troubled, this, &WorkspaceService::setProblem);
    connect(m_worker, &WorkspaceWorker::replied, this, [](const Reply &reply, const QPointer<QObject> &context) {
        if (context)
            reply();
    });
    m_thread.start();
}

WorkspaceService::~WorkspaceService()
{
    // Behind everything that was asked for before.
    QMetaObject::invokeMethod(
        m_worker, [this] { m_thread.quit(); }, Qt::QueuedConnection);
    m_thread.wait();
}

void WorkspaceService::start(int intervalMs)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, intervalMs] { worker->begin(intervalMs); });
}

void WorkspaceService::refreshSoon()
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker] { worker->look(); });
}

const RunSummary *WorkspaceService::run(const std::string &runId) const
{
    const auto found =
        std::find_if(m_runs->begin(), m_runs->end(), [&](const RunSummary &run) { return run.id == runId; });
    return found == m_runs->end() ? nullptr : &*found;
}

void WorkspaceService::saveSetting(const std::string &key, const std::string &value)
{
    post(
        [key, value](Result<Workspace *> workspace) -> Reply {
            // A lost window setting is no reason to bother anyone.
            if (workspace)
                std::ignore = (*workspace)->setSetting(key, value);
            return [] {};
        },
        this);
}

void WorkspaceService::post(Work work, QPointer<QObject> context)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, work = std::move(work), context = std::move(context)] {
        worker->work(work, context);
    });
}

void WorkspaceService::setRuns(std::shared_ptr<const RunSummaries> runs, const QStringList &ids, bool readOnly)
{
    m_runs = std::move(runs);
    m_readOnly = readOnly;
    QStringList changed = ids;
    if (!m_ready) {
        changed.clear();
        for (const RunSummary &run : *m_runs)
            changed.append(QString::fromStdString(run.id));
    }
    m_ready = true;
    Q_EMIT runsChanged(changed);
}

void WorkspaceService::setJournal(std::shared_ptr<const JournalEntries> journal)
{
    m_journal = std::move(journal);
    Q_EMIT journalChanged();
}

void WorkspaceService::setProblem(const QString &problem)
{
    if (problem == m_problem)
        return;
    m_problem = problem;
    Q_EMIT problemChanged(problem);
}

} // namespace anneal
