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
/// Checks, freezes and starts. All errors of the configuration in one error.
[[nodiscard]] Result<StartedRun> startRun(const Workspace &workspace, const ConfigArguments &arguments,
                                          const std::string &parent);

} // namespace anneal
