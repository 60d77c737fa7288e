// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QTimer>

#include "models/workspaceservice.h"

namespace anneal {

/// Lives on the service's thread and is the only one that touches the core Workspace there.
class WorkspaceWorker : public QObject
{
    Q_OBJECT
public:
    /// Bound to nothing of the window: results leave by signal, so that the service may go first.
    explicit WorkspaceWorker(std::filesystem::path folder);

    void begin(int intervalMs);
    void look();
    void work(const WorkspaceService::Work &work, const QPointer<QObject> &context);

Q_SIGNALS:
    void listed(std::shared_ptr<const RunSummaries> runs, const QStringList &ids, bool readOnly);
    void journaled(std::shared_ptr<const JournalEntries> journal);
    void troubled(const QString &problem);
    void replied(std::function<void()> reply, QPointer<QObject> context);

private:
    [[nodiscard]] Result<Workspace *> workspace();
    [[nodiscard]] Result<void> publish(const std::vector<std::string> &ids);
    [[nodiscard]] Result<void> refresh();

    std::filesystem::path m_folder;
    std::optional<Workspace> m_workspace;
    std::shared_ptr<const JournalEntries> m_journal;
    QTimer m_timer;
    bool m_published = false;
};

} // namespace anneal
