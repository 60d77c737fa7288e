// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// What the engine says of itself. Replaced atomically; the last content stays after the process is gone.
struct RunState {
    pid_t pid = 0;
    std::uint64_t processStartTicks = 0;
    std::string bootId;
    std::string host;
    std::string state; ///< starting | running | paused | finished | stopped | failed
    std::string phase; ///< "loading data 40 %", "training", "evaluating", "saving"
    std::string device; ///< "CPU, 2 threads", "cuda:0 NVIDIA …"
    std::int64_t step = 0;
    std::int64_t totalSteps = 0;
    std::int64_t tokens = 0; ///< seen since the run began
    double stepSeconds = 0; ///< recent mean
    double trainingSeconds = 0; ///< pauses left out
    std::int64_t heartbeatMicros = 0; ///< wall clock
    std::int64_t heartbeatIntervalMs = 1000; ///< promised
    std::optional<int> exitCode; ///< set by the last write of an orderly end
    std::string message; ///< one sentence for people at the end
};

[[nodiscard]] Result<void> writeRunState(const RunPaths &paths, const RunState &state);
/// Nothing (not an error) when the engine has not written one yet.
[[nodiscard]] Result<std::optional<RunState>> readRunState(const RunPaths &paths);

/// The word people see (ui.md §3), found from evidence: process, start time, heartbeat, exit code.
enum class RunPhase { Starting, Running, Paused, Stopping, Stopped, Finished, Diverged, Failed, NotResponding };

struct RunEvidence {
    RunPhase phase = RunPhase::Starting;
    std::string reason; ///< "Failed: out of memory", "Failed: crashed", "Failed: stopped by force"; empty when the word
                        ///< says it all
    std::string detail; ///< what the engine does while it lives, what it said at its end, or where to look
    std::optional<RunState> state;
    [[nodiscard]] bool alive() const
    {
        return phase == RunPhase::Starting || phase == RunPhase::Running || phase == RunPhase::Paused
            || phase == RunPhase::Stopping || phase == RunPhase::NotResponding;
    }
};

/// Judges a run now. `monotonic` evidence: a clock that jumped back never makes a live run stale by itself,
/// because heartbeats in the future count as fresh. A run of another host is judged by heartbeat alone.
[[nodiscard]] RunEvidence judgeRun(const RunPaths &paths, std::int64_t nowMicros);

/// Leaves word that this process is about to be ended by force, so that its death is not taken for a crash.
[[nodiscard]] Result<void> markForcedEnd(const RunPaths &paths, const RunState &state);

/// "Running", "Not responding", …
[[nodiscard]] std::string phaseWord(RunPhase phase);

} // namespace anneal
