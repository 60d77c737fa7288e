// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "cli/configarguments.h"
#include "cli/session.h"

namespace anneal {

/// Where a run comes from. With a step its weights are those of that checkpoint.
struct Parent {
    RunTarget run;
    std::optional<std::int64_t> step;
    std::string checkpoint; ///< folder
    Config config; ///< the frozen one
};
/// RUN, RUN@STEP, RUN@best or RUN@last.
[[nodiscard]] Result<Parent> findParent(const Workspace &workspace, const std::string &text);

struct StartedRun {
    std::string id;
    std::string name;
    RunPaths paths;
    std::vector<Issue> warnings;
};
struct StartArguments {
    ConfigArguments config;
    std::string parent; ///< RUN or RUN@STEP; empty = none
    bool parentSettings = false; ///< those of the parent where `config` says nothing, instead of the defaults
};
/// Checks, freezes and starts. All errors of the configuration in one error.
[[nodiscard]] Result<StartedRun> startRun(const Workspace &workspace, const StartArguments &arguments);

} // namespace anneal
