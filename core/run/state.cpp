// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/state.h"

#include "base/files.h"
#include "run/jsonfields.h"

namespace anneal {

Result<void> writeRunState(const RunPaths &paths, const RunState &state)
{
    nlohmann::ordered_json object{
        {"pid", state.pid},
        {"process_start_ticks", state.processStartTicks},
        {"boot_id", state.bootId},
        {"host", state.host},
        {"state", state.state},
        {"phase", state.phase},
        {"device", state.device},
        {"step", state.step},
        {"total_steps", state.totalSteps},
        {"tokens", state.tokens},
        {"step_seconds", state.stepSeconds},
        {"training_seconds", state.trainingSeconds},
        {"heartbeat_micros", state.heartbeatMicros},
        {"heartbeat_interval_ms", state.heartbeatIntervalMs},
        {"message", state.message},
    };
    if (state.exitCode)
        object["exit_code"] = *state.exitCode;
    return writeFileAtomic(paths.state(), object.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

Result<std::optional<RunState>> readRunState(const RunPaths &paths)
{
    std::error_code ignored;
    if (!fs::exists(paths.state(), ignored))
        return std::nullopt;
    const auto object = readJsonObject(paths.state());
    if (!object)
        return Failure(object.error());
    RunState state;
    state.pid = static_cast<pid_t>(integerField(*object, "pid"));
    state.processStartTicks = static_cast<std::uint64_t>(integerField(*object, "process_start_ticks"));
    state.bootId = textField(*object, "boot_id");
    state.host = textField(*object, "host");
    state.state = textField(*object, "state");
    state.phase = textField(*object, "phase");
    state.device = textField(*object, "device");
    state.step = integerField(*object, "step");
    state.totalSteps = integerField(*object, "total_steps");
    state.tokens = integerField(*object, "tokens");
    state.stepSeconds = realField(*object, "step_seconds");
    state.trainingSeconds = realField(*object, "training_seconds");
    state.heartbeatMicros = integerField(*object, "heartbeat_micros");
    state.heartbeatIntervalMs = integerField(*object, "heartbeat_interval_ms", state.heartbeatIntervalMs);
    state.message = textField(*object, "message");
    if (const auto code = optionalInteger(*object, "exit_code"))
        state.exitCode = static_cast<int>(*code);
    return state;
}

} // namespace anneal
