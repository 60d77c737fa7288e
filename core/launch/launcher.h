// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "config/config.h"
#include "run/record.h"

namespace anneal {

/// What starts: a checked configuration and where it comes from.
struct LaunchRequest {
    Config config; ///< resolved paths, no errors
    std::string preset;
    std::string name; ///< final name
    std::string parentRun;
    std::optional<std::int64_t> parentStep;
    int colorSlot = 1;
};

/// $ANNEAL_ENGINE, else anneal-train beside this program.
[[nodiscard]] std::filesystem::path enginePath();

/// Makes the run folder, freezes run.json and starts a detached engine (own session, no open descriptors of ours,
/// standard streams to logs/launch.log). Returns the run's id. The engine outlives this process. Storage or Config
/// error when it could not start.
[[nodiscard]] Result<std::string> launchRun(const std::filesystem::path &workspace, const LaunchRequest &request);

/// Starts an engine again on a run that is not alive (resume from its newest complete checkpoint, or from the start
/// without one). Config error when it lives. Two callers at once: one wins (lock file in the run folder), the other
/// gets the error.
[[nodiscard]] Result<void> resumeRun(const std::filesystem::path &workspace, const std::string &runId);

/// SIGTERM (save and stop), or SIGKILL when `force`, to exactly the process of state.json. Never to a reused pid.
[[nodiscard]] Result<void> signalRun(const RunPaths &paths, bool force);

/// The `anneal run …` line that would start the same run. `parentRun` is RUN or RUN@STEP.
[[nodiscard]] std::string equivalentCommand(const Config &config, const std::string &preset,
                                            const std::string &parentRun);

} // namespace anneal
