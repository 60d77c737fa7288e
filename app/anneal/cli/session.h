// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/files.h"
#include "base/result.h"
#include "run/layout.h"
#include "workspace/workspace.h"

namespace anneal {

/// What all commands share, and the one that was chosen.
struct Session {
    fs::path workspace;
    bool json = false;
    std::function<Result<int>()> action; ///< returns the exit code
};

/// The workspace with its index brought up to date.
[[nodiscard]] Result<Workspace> openWorkspace(const Session &session);

/// For a command that has to write where nobody may.
[[nodiscard]] Failure readOnlyFailure(const Workspace &workspace);

/// A RUN of the command line, found.
struct RunTarget {
    RunSummary summary;
    RunPaths paths;
};
[[nodiscard]] Result<RunTarget> findRun(const Workspace &workspace, const std::string &text);

/// openWorkspace and findRun in one.
[[nodiscard]] Result<RunTarget> findRun(const Session &session, const std::string &text);

/// "RUN@STEP" in its two halves; the second is empty without "@".
struct RunAtStep {
    std::string run;
    std::string step;
};
[[nodiscard]] RunAtStep splitRunAtStep(const std::string &text);

} // namespace anneal
