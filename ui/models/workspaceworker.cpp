// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/workspaceworker.h"

#include <algorithm>
#include <tuple>

namespace anneal {

namespace {

constexpr int kJournalEntries = 1000;

bool sameEntry(const JournalEntry &a, const JournalEntry &b)
{
    const auto parts = [](const JournalEntry &e) {
        return std::tie(e.runId, e.runName, e.timeMicros, e.step, e.kind, e.noteId, e.text, e.reason);
    };
    return parts(a) == parts(b);
}

QStringList toStringList(const std::vector<std::string> &texts)
{
    QStringList list;
    list.reserve(static_cast<qsizetype>(texts.size()));
    for (const std::string &text : texts)
        list.append(QString::fromStdString(text));
    return list;
}

} // namespace

WorkspaceWorker::WorkspaceWorker(std::filesystem::path folder)
    : m_folder(std::move(folder))
    , m_timer(this)
{
    connect(&m_timer, &QTimer::timeout, this, &WorkspaceWorker::look);
}

void WorkspaceWorker::begin(int intervalMs)
{
    // First what the index knows, at once; then the folders, which may take longer. An empty index tells nothing yet.
    if (const auto opened = workspace()) {
        if (const auto known = (*opened)->runs(); known && !known->empty())
            std::ignore = publish({});
    }
    look();
    m_timer.start(intervalMs);
}

Result<Workspace *> WorkspaceWorker::workspace()
{
    if (!m_workspace) {
        auto opened = Workspace::open(m_folder);
        if (!opened)
            return tl::unexpected(opened.error());
        m_workspace = std::move(*opened);
    }
    return &*m_workspace;
}

void WorkspaceWorker::look()
{
    const auto looked = refresh();
    Q_EMIT troubled(looked ? QString() : QString::fromStdString(looked.error().text()));
}

Result<void> WorkspaceWorker::refresh()
{
    const auto open = workspace();
    if (!open)
        return tl::unexpected(open.error());
    const auto changed = (*open)->refresh();
    if (!changed)
        return tl::unexpected(changed.error());
    if (changed->empty() && m_published)
        return {};
    return publish(*changed);
}

Result<void> WorkspaceWorker::publish(const std::vector<std::string> &ids)
{
    auto runs = m_workspace->runs();
    if (!runs)
        return tl::unexpected(runs.error());
    m_published = true;
    Q_EMIT listed(std::make_shared<const RunSummaries>(std::move(*runs)), toStringList(ids), m_workspace->readOnly());

    auto journal = m_workspace->journal({}, {}, kJournalEntries);
    if (!journal)
        return tl::unexpected(journal.error());
    if (!m_journal || !std::equal(journal->begin(), journal->end(), m_journal->begin(), m_journal->end(), sameEntry)) {
        m_journal = std::make_shared<const JournalEntries>(std::move(*journal));
        Q_EMIT journaled(m_journal);
    }
    return {};
}

void WorkspaceWorker::work(const WorkspaceService::Work &work, const QPointer<QObject> &context)
{
    Q_EMIT replied(work(workspace()), context);
}

} // namespace anneal
