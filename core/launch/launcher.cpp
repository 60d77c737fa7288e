// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/launcher.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <tuple>

#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/hardware.h"
#include "base/ids.h"
#include "base/process.h"
#include "commit.h"
#include "launch/detached.h"
#include "launch/runlock.h"
#include "run/control.h"
#include "run/state.h"

namespace anneal {

namespace {

Provenance provenanceOf(const LaunchRequest &request)
{
    const Hardware hardware = localHardware();
    Provenance provenance;
    provenance.annealVersion = ANNEAL_VERSION;
    provenance.commit = ANNEAL_COMMIT;
    provenance.host = hostName();
    provenance.cpu = hardware.cpuName;
    provenance.cores = hardware.cores;
    for (const GpuInfo &gpu : hardware.gpus)
        provenance.gpus.push_back(gpu.name);
    const std::string step = request.parentStep ? "@" + std::to_string(*request.parentStep) : "";
    provenance.command = equivalentCommand(request.config, request.preset, request.parentRun + step);
    return provenance;
}

RunRecord recordOf(const LaunchRequest &request)
{
    RunRecord record;
    record.id = newRunId();
    record.name = request.name;
    record.createdAt = isoTime(wallMicros());
    record.config = request.config;
    record.preset = request.preset;
    record.parentRun = request.parentRun;
    record.parentStep = request.parentStep;
    record.colorSlot = request.colorSlot;
    record.provenance = provenanceOf(request);
    return record;
}

Result<void> fillRunFolder(const RunPaths &paths, const RunRecord &record)
{
    for (const fs::path &folder : {paths.control(), paths.checkpoints(), paths.samples(), paths.logs()})
        if (auto made = makeFolder(folder); !made)
            return made;
    return writeRunRecord(paths, record);
}

/// What starters left that were killed while they filled a folder, which takes far less than this long.
void removeOldDrafts(const fs::path &drafts)
{
    constexpr auto kSurelyLeft = std::chrono::minutes(10);
    std::error_code ignored;
    std::vector<fs::path> old;
    for (const auto &entry : fs::directory_iterator(drafts, ignored))
        if (const auto changed = entry.last_write_time(ignored);
            !ignored && fs::file_time_type::clock::now() - changed > kSurelyLeft)
            old.push_back(entry.path());
    for (const fs::path &draft : old)
        fs::remove_all(draft, ignored);
}

/// Filled outside runs/ and moved in whole, so that nobody ever sees a run without its record.
Result<RunPaths> createRunFolder(const fs::path &workspace, const RunRecord &record)
{
    if (auto made = makeFolder(runsFolder(workspace)); !made)
        return tl::unexpected(made.error());
    const fs::path drafts = workspace / ".new";
    removeOldDrafts(drafts);
    const RunPaths draft{drafts / record.id}, paths{runsFolder(workspace) / record.id};
    auto filled = fillRunFolder(draft, record);
    std::error_code error, ignored;
    if (filled)
        fs::rename(draft.root, paths.root, error);
    if (error)
        filled = storageError("create", paths.root, error.value());
    if (!filled) {
        fs::remove_all(draft.root, ignored);
        return tl::unexpected(filled.error());
    }
    syncFolder(paths.root.parent_path());
    return paths;
}

/// What is known of the engine before it speaks for itself: which process it is. Progress of an earlier process is
/// kept.
Result<void> writeStartingState(const RunPaths &paths, pid_t pid)
{
    // Reading a large LibTorch from a cold or remote disk takes a while; the engine promises a shorter interval itself.
    constexpr std::int64_t kLoadingIntervalMs = 60000;
    RunState state;
    if (auto earlier = readRunState(paths); earlier && *earlier)
        state = **earlier;
    state.pid = pid;
    state.processStartTicks = processStartTicks(pid);
    state.bootId = bootId();
    state.host = hostName();
    state.state = "starting";
    state.phase = "starting the engine";
    state.heartbeatMicros = wallMicros();
    state.heartbeatIntervalMs = kLoadingIntervalMs;
    state.exitCode.reset();
    state.message.clear();
    return writeRunState(paths, state);
}

Result<void> startEngine(const RunPaths &paths)
{
    auto call = trainCall(paths.root);
    if (!call)
        return tl::unexpected(call.error());
    return startDetached(
        {*call, paths.root, paths.logs() / "launch.log", [&](pid_t pid) { return writeStartingState(paths, pid); }});
}

Result<void> checkResumable(const RunPaths &paths)
{
    const RunEvidence evidence = judgeRun(paths, wallMicros());
    if (evidence.alive())
        return fail(ErrorCode::Config,
                    "The run is alive (" + phaseWord(evidence.phase) + "). Stop it before you resume it.", paths.id());
    if (evidence.phase == RunPhase::Finished)
        return fail(ErrorCode::Config,
                    "The run has done all its steps. Start a branch from its last checkpoint to train further.",
                    paths.id());
    return {};
}

/// A pidfd names one process for good: between the look at its start time and the signal, no other can take its number.
class ExactProcess
{
public:
    explicit ExactProcess(const RunState &state)
        : m_pid(state.pid)
        , m_handle(static_cast<int>(syscall(SYS_pidfd_open, state.pid, 0)))
        , m_alive(processAlive(state.pid, state.processStartTicks))
    {
    }
    ExactProcess(const ExactProcess &) = delete;
    ExactProcess &operator=(const ExactProcess &) = delete;
    ~ExactProcess()
    {
        if (m_handle >= 0)
            close(m_handle);
    }
    [[nodiscard]] bool alive() const { return m_alive; }
    [[nodiscard]] bool send(int signal) const
    {
        if (m_handle < 0) // a kernel before 5.3
            return kill(m_pid, signal) == 0;
        return syscall(SYS_pidfd_send_signal, m_handle, signal, nullptr, 0) == 0;
    }

private:
    pid_t m_pid;
    int m_handle;
    bool m_alive;
};

/// The state of a process that can be signalled from here.
Result<RunState> signallableState(const RunPaths &paths)
{
    auto state = readRunState(paths);
    if (!state)
        return tl::unexpected(state.error());
    if (!*state)
        return fail(ErrorCode::Config, "The run has no process yet.", paths.id());
    if ((*state)->host != hostName())
        return fail(ErrorCode::Config, "The process of this run is on " + (*state)->host + ". Stop it there.",
                    paths.id());
    if ((*state)->bootId != bootId())
        return fail(ErrorCode::Config, "The process of this run is gone: the machine has been restarted since.",
                    paths.id());
    return **state;
}

} // namespace

Result<std::string> launchRun(const fs::path &workspace, const LaunchRequest &request)
{
    if (auto call = trainCall({}); !call)
        return tl::unexpected(call.error());
    const RunRecord record = recordOf(request);
    auto paths = createRunFolder(fs::absolute(workspace), record);
    if (!paths)
        return tl::unexpected(paths.error());
    if (auto started = startEngine(*paths); !started) {
        std::error_code ignored;
        fs::remove_all(paths->root, ignored);
        return tl::unexpected(started.error());
    }
    return record.id;
}

Result<void> resumeRun(const fs::path &workspace, const std::string &runId)
{
    const RunPaths paths{runsFolder(fs::absolute(workspace)) / runId};
    if (auto record = readRunRecord(paths); !record)
        return tl::unexpected(record.error());
    const auto lock = RunLock::take(paths);
    if (!lock)
        return tl::unexpected(lock.error());
    if (auto resumable = checkResumable(paths); !resumable)
        return resumable;
    // A stop that the last process did not live to read is not meant for the next one.
    std::ignore = takeCommands(paths);
    return startEngine(paths);
}

Result<void> signalRun(const RunPaths &paths, bool force)
{
    const auto state = signallableState(paths);
    if (!state)
        return tl::unexpected(state.error());
    const ExactProcess process(*state);
    if (!process.alive())
        return fail(ErrorCode::Config, "The process of this run is gone already.", paths.id());
    if (force)
        if (auto marked = markForcedEnd(paths, *state); !marked)
            return marked;
    if (process.send(force ? SIGKILL : SIGTERM))
        return {};
    return fail(ErrorCode::Config,
                std::string("The process of this run cannot be signalled: ") + std::strerror(errno) + ".", paths.id());
}

} // namespace anneal
