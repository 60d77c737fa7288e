// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include <sys/types.h>

#include "base/result.h"
#include "launch/enginecalls.h"

namespace anneal {

struct DetachedStart {
    EngineCall call;
    std::filesystem::path workingFolder;
    std::filesystem::path logFile; ///< standard output and error are appended to it
    /// Runs here while the new process waits before exec(2), so that its pid can be written down first. An error ends
    /// it.
    std::function<Result<void>(pid_t)> beforeExec;
};

/// Starts a program that outlives this process: a session of its own, init as its parent, none of our descriptors,
/// default signal handling. Returns once exec(2) has succeeded, or says why it did not.
[[nodiscard]] Result<void> startDetached(const DetachedStart &start);

} // namespace anneal
