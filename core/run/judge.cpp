// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <sys/stat.h>

#include "base/exitcodes.h"
#include "base/files.h"
#include "base/process.h"
#include "base/units.h"
#include "run/control.h"
#include "run/jsonfields.h"
#include "run/state.h"

namespace anneal {

namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kStartPatience = 30 * kSecond;
constexpr std::int64_t kLeastSilence = 30 * kSecond;

std::filesystem::path forcedEndFile(const RunPaths &paths)
{
    return paths.control() / "kill-requested";
}

nlohmann::json processMark(const RunState &state)
{
    return {{"pid", state.pid}, {"process_start_ticks", state.processStartTicks}};
}

bool endedByForce(const RunPaths &paths, const RunState &state)
{
    const auto mark = readJsonObject(forcedEndFile(paths));
    return mark && *mark == processMark(state);
}

/// Modification time in microseconds, 0 when there is no such file.
std::int64_t modifiedMicros(const std::filesystem::path &path)
{
    struct stat info {
    };
    if (stat(path.c_str(), &info) != 0)
        return 0;
    return info.st_mtim.tv_sec * kSecond + info.st_mtim.tv_nsec / 1000;
}

RunEvidence failed(const std::string &why, std::string detail, std::optional<RunState> state = {})
{
    return {RunPhase::Failed, "Failed: " + why, std::move(detail), std::move(state)};
}

/// No word from an engine yet: a start takes a moment, and every start writes its launch log anew.
RunEvidence judgeUnstarted(const RunPaths &paths, std::int64_t now)
{
    const std::int64_t begun = std::max(modifiedMicros(paths.record()), modifiedMicros(paths.logs() / "launch.log"));
    if (now - begun < kStartPatience)
        return {RunPhase::Starting, {}, "starting the engine", {}};
    return failed("never started", "The engine has not written anything. logs/launch.log may tell why.");
}

RunEvidence judgeEnded(const RunState &state)
{
    const int code = *state.exitCode;
    switch (static_cast<ExitCode>(code)) {
    case ExitCode::Done:
        return {RunPhase::Finished, {}, state.message, state};
    case ExitCode::StoppedAfterSaving:
        return {RunPhase::Stopped, {}, state.message, state};
    case ExitCode::Diverged:
        return {RunPhase::Diverged, {}, state.message, state};
    default:
        return failed(exitCodeReason(code), state.message, state);
    }
}

RunEvidence judgeDead(const RunPaths &paths, const RunState &state)
{
    if (endedByForce(paths, state))
        return failed("stopped by force", "What was logged and the last complete checkpoint are kept.", state);
    if (state.bootId != bootId())
        return failed("crashed", "The machine was restarted while the run was active.", state);
    return failed(
        "crashed",
        "The engine ended without a word, as after a signal or for lack of memory. logs/rank-0.log may tell why.",
        state);
}

/// A heartbeat from the future (the clock was set back) has a negative age and counts as fresh.
bool isSilent(const RunState &state, std::int64_t now)
{
    return now - state.heartbeatMicros > std::max(kLeastSilence, 3 * state.heartbeatIntervalMs * 1000);
}

std::optional<std::int64_t> stopWaitingSince(const RunPaths &paths)
{
    for (const Command &command : waitingCommands(paths))
        if (command.verb == "stop")
            return command.timeMicros;
    return std::nullopt;
}

RunEvidence judgeLiving(const RunPaths &paths, const RunState &state, std::int64_t now)
{
    if (isSilent(state, now)) {
        const std::string age = formatSpan(static_cast<double>(now - state.heartbeatMicros) / kSecond);
        return {RunPhase::NotResponding, "No sign of life for " + age, state.phase, state};
    }
    if (const auto since = stopWaitingSince(paths)) {
        const auto waited = static_cast<double>(std::max<std::int64_t>(0, now - *since)) / kSecond;
        return {RunPhase::Stopping, {}, "stop requested " + formatSpan(waited) + " ago", state};
    }
    if (state.state == "stopping")
        return {RunPhase::Stopping, {}, state.phase, state};
    if (state.state == "starting")
        return {RunPhase::Starting, {}, state.phase, state};
    return {state.state == "paused" ? RunPhase::Paused : RunPhase::Running, {}, state.phase, state};
}

} // namespace

RunEvidence judgeRun(const RunPaths &paths, std::int64_t nowMicros)
{
    const auto read = readRunState(paths);
    if (!read)
        return failed("its state cannot be read", read.error().text());
    if (!*read)
        return judgeUnstarted(paths, nowMicros);
    const RunState &state = **read;
    if (state.exitCode)
        return judgeEnded(state);
    const bool here = state.host == hostName();
    if (here && (state.bootId != bootId() || !processAlive(state.pid, state.processStartTicks)))
        return judgeDead(paths, state);
    return judgeLiving(paths, state, nowMicros);
}

Result<void> markForcedEnd(const RunPaths &paths, const RunState &state)
{
    if (const auto made = makeFolder(paths.control()); !made)
        return made;
    return writeFileAtomic(forcedEndFile(paths), jsonLine(processMark(state)));
}

std::string phaseWord(RunPhase phase)
{
    switch (phase) {
    case RunPhase::Starting:
        return "Starting";
    case RunPhase::Running:
        return "Running";
    case RunPhase::Paused:
        return "Paused";
    case RunPhase::Stopping:
        return "Stopping";
    case RunPhase::Stopped:
        return "Stopped";
    case RunPhase::Finished:
        return "Finished";
    case RunPhase::Diverged:
        return "Diverged";
    case RunPhase::Failed:
        return "Failed";
    case RunPhase::NotResponding:
        return "Not responding";
    }
    return {};
}

} // namespace anneal
