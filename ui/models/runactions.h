// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "config/config.h"
#include "models/workspaceservice.h"

namespace anneal {

/// What a person asks to be started; name and colour are chosen here when left open.
struct StartRequest {
    Config config;
    std::string preset;
    std::string parentRun;
    std::optional<std::int64_t> parentStep;
};

/// Everything the window does to runs. Each call returns at once, works on the workspace's thread and answers on the
/// window's thread with the value or one sentence that says why not; no answer comes when `context` is gone.
class RunActions : public QObject
{
    Q_OBJECT
public:
    using Done = std::function<void(Result<void>)>;
    using WithId = std::function<void(Result<std::string>)>;

    explicit RunActions(WorkspaceService &service, QObject *parent = nullptr);

    /// Freezes the configuration and starts a detached engine; answers with the run's id.
    void start(StartRequest request, QObject *context, WithId answer);
    void resume(const std::string &runId, QObject *context, Done answer);
    /// Posts a command file; answers with the command's id. What the trainer says to it arrives with the run's events
    /// (RunFollower).
    void command(const std::string &runId, const std::string &verb, const nlohmann::json &arguments,
                 const std::string &reason, QObject *context, WithId answer);
    /// SIGKILL to exactly the run's process.
    void forceStop(const std::string &runId, QObject *context, Done answer);

    void addNote(const std::string &runId, const std::string &text, std::optional<std::int64_t> step, QObject *context,
                 Done answer);
    void editNote(const std::string &runId, const std::string &noteId, const std::string &text, QObject *context,
                  Done answer);
    void removeNote(const std::string &runId, const std::string &noteId, QObject *context, Done answer);
    void restoreNote(const std::string &runId, const std::string &noteId, QObject *context, Done answer);
    void setTags(const std::string &runId, const std::vector<std::string> &add, const std::vector<std::string> &remove,
                 QObject *context, Done answer);
    void rename(const std::string &runId, const std::string &name, QObject *context, Done answer);
    void setColorSlot(const std::string &runId, int slot, QObject *context, Done answer);
    /// Files and bytes of the run's folder.
    struct FolderSize {
        std::int64_t files = 0;
        std::int64_t bytes = 0;
    };
    void folderSize(const std::string &runId, QObject *context, std::function<void(Result<FolderSize>)> answer);
    /// Cannot be taken back. Refused while the run has a process.
    void deleteFiles(const std::string &runId, QObject *context, Done answer);
    void setArchived(const std::string &runId, bool archived, QObject *context, Done answer);

private:
    template <typename T>
    void act(std::function<Result<T>(Workspace &)> work, QObject *context, std::function<void(Result<T>)> answer);
    /// `change` on the run's folder.
    void annotate(const std::string &runId, std::function<Result<void>(const RunPaths &)> change, QObject *context,
                  Done answer);

    WorkspaceService &m_service;
};

} // namespace anneal
