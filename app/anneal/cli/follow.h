// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/layout.h"
#include "run/state.h"

namespace anneal {

struct FollowedRun {
    RunEvidence evidence;
    bool left = false; ///< it goes on
    int exitCode = 0; ///< the engine's; 0 when left
};
/// Waits for the end of a run and shows how far it is. Ctrl-C asks whether to leave it running, to stop it or to kill
/// it.
[[nodiscard]] Result<FollowedRun> followRun(const RunPaths &paths);

/// Waits until the engine trains (or has ended already), a few seconds at most.
[[nodiscard]] FollowedRun watchStart(const RunPaths &paths);

/// The exit code that evidence stands for.
[[nodiscard]] int exitCodeOf(const RunEvidence &evidence);

/// "Failed: out of memory": the word and, where there is one, the reason.
[[nodiscard]] std::string phaseText(RunPhase phase, const std::string &reason);

} // namespace anneal
