// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runactions.h"

#include "base/clock.h"
#include "launch/launcher.h"
#include "run/control.h"
#include "run/notes.h"
#include "run/state.h"

namespace anneal {

namespace {

Result<std::string> launchIn(Workspace &workspace, StartRequest &request)
{
    LaunchRequest launch;
    launch.name = request.config.note.name;
    if (launch.name.empty()) {
        auto suggested = workspace.suggestName(request.config);
        if (!suggested)
            return suggested;
        launch.name = std::move(*suggested);
    }
    const auto slot = workspace.nextColorSlot();
    if (!slot)
        return tl::unexpected(slot.error());
    launch.colorSlot = *slot;
    launch.config = std::move(request.config);
    launch.preset = std::move(request.preset);
    launch.parentRun = std::move(request.parentRun);
    launch.parentStep = request.parentStep;
    return launchRun(workspace.folder(), launch);
}

Result<RunActions::FolderSize> sizeOf(const std::filesystem::path &folder)
{
    RunActions::FolderSize size;
    std::error_code none;
    for (auto entry = std::filesystem::recursive_directory_iterator(folder, none);
         !none && entry != std::filesystem::recursive_directory_iterator(); entry.increment(none))
        if (entry->is_regular_file(none)) {
            ++size.files;
            size.bytes += static_cast<std::int64_t>(entry->file_size(none));
        }
    if (none)
        return fail(ErrorCode::Storage, "The run's folder cannot be read: " + none.message() + ".", folder.string());
    return size;
}

Result<void> deleteFolder(const RunPaths &paths)
{
    if (judgeRun(paths, wallMicros()).alive())
        return fail(ErrorCode::Config, "The run still has a process. Stop it first.", paths.id());
    std::error_code none;
    std::filesystem::remove_all(paths.root, none);
    if (none)
        return fail(ErrorCode::Storage, "The run's files could not all be deleted: " + none.message() + ".",
                    paths.root.string());
    return {};
}

} // namespace

RunActions::RunActions(WorkspaceService &service, QObject *parent)
    : QObject(parent)
    , m_service(service)
{
}

template <typename T>
void RunActions::act(std::function<Result<T>(Workspace &)> work, QObject *context,
                     std::function<void(Result<T>)> answer)
{
    m_service.ask<T>(context, std::move(work), std::move(answer));
    m_service.refreshSoon();
}

void RunActions::annotate(const std::string &runId, std::function<Result<void>(const RunPaths &)> change,
                          QObject *context, Done answer)
{
    act<void>([runId, change = std::move(change)](Workspace &workspace) { return change(workspace.paths(runId)); },
              context, std::move(answer));
}

void RunActions::start(StartRequest request, QObject *context, WithId answer)
{
    act<std::string>(
        [request = std::move(request)](Workspace &workspace) mutable { return launchIn(workspace, request); }, context,
        std::move(answer));
}

void RunActions::resume(const std::string &runId, QObject *context, Done answer)
{
    act<void>([runId](Workspace &workspace) { return resumeRun(workspace.folder(), runId); }, context,
              std::move(answer));
}

void RunActions::command(const std::string &runId, const std::string &verb, const nlohmann::json &arguments,
                         const std::string &reason, QObject *context, WithId answer)
{
    act<std::string>([runId, verb, arguments, reason](
                         Workspace &workspace) { return postCommand(workspace.paths(runId), verb, arguments, reason); },
                     context, std::move(answer));
}

void RunActions::forceStop(const std::string &runId, QObject *context, Done answer)
{
    annotate(
        runId, [](const RunPaths &paths) { return signalRun(paths, true); }, context, std::move(answer));
}

void RunActions::addNote(const std::string &runId, const std::string &text, std::optional<std::int64_t> step,
                         QObject *context, Done answer)
{
    annotate(
        runId,
        [text, step](const RunPaths &paths) -> Result<void> {
            const auto note = anneal::addNote(paths, text, step);
            return note ? Result<void>{} : tl::unexpected(note.error());
        },
        context, std::move(answer));
}

void RunActions::editNote(const std::string &runId, const std::string &noteId, const std::string &text,
                          QObject *context, Done answer)
{
    annotate(
        runId, [noteId, text](const RunPaths &paths) { return anneal::editNote(paths, noteId, text); }, context,
        std::move(answer));
}

void RunActions::removeNote(const std::string &runId, const std::string &noteId, QObject *context, Done answer)
{
    annotate(
        runId, [noteId](const RunPaths &paths) { return anneal::removeNote(paths, noteId); }, context,
        std::move(answer));
}

void RunActions::restoreNote(const std::string &runId, const std::string &noteId, QObject *context, Done answer)
{
    annotate(
        runId, [noteId](const RunPaths &paths) { return anneal::restoreNote(paths, noteId); }, context,
        std::move(answer));
}

void RunActions::setTags(const std::string &runId, const std::vector<std::string> &add,
                         const std::vector<std::string> &remove, QObject *context, Done answer)
{
    annotate(
        runId, [add, remove](const RunPaths &paths) { return anneal::setTags(paths, add, remove); }, context,
        std::move(answer));
}

void RunActions::rename(const std::string &runId, const std::string &name, QObject *context, Done answer)
{
    annotate(
        runId, [name](const RunPaths &paths) { return setRunName(paths, name); }, context, std::move(answer));
}

void RunActions::setColorSlot(const std::string &runId, int slot, QObject *context, Done answer)
{
    annotate(
        runId, [slot](const RunPaths &paths) { return anneal::setColorSlot(paths, slot); }, context, std::move(answer));
}

void RunActions::folderSize(const std::string &runId, QObject *context, std::function<void(Result<FolderSize>)> answer)
{
    act<FolderSize>([runId](Workspace &workspace) { return sizeOf(workspace.paths(runId).root); }, context,
                    std::move(answer));
}

void RunActions::deleteFiles(const std::string &runId, QObject *context, Done answer)
{
    annotate(runId, deleteFolder, context, std::move(answer));
}

void RunActions::setArchived(const std::string &runId, bool archived, QObject *context, Done answer)
{
    annotate(
        runId, [archived](const RunPaths &paths) { return anneal::setArchived(paths, archived); }, context,
        std::move(answer));
}

} // namespace anneal
