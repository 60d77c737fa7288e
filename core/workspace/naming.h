// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "config/config.h"
#include "workspace/workspace.h"

namespace anneal {

/// RUN of the command line among these runs: id, unique prefix of it, or unique name.
[[nodiscard]] Result<std::string> resolveRun(const std::vector<RunSummary> &runs, const std::string &text);
/// The slot after that of the newest run, skipping those of living runs while others are free. `runs` are newest first.
[[nodiscard]] int nextColorSlotAmong(const std::vector<RunSummary> &runs);
[[nodiscard]] std::string suggestNameAmong(const std::vector<RunSummary> &runs, const Config &config);

} // namespace anneal
