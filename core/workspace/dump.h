// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "workspace/workspace.h"

namespace anneal {

/// One line for each run and entry, with everything the index knows of it.
[[nodiscard]] std::string dumpIndex(const std::vector<RunSummary> &runs, const std::vector<JournalEntry> &entries);

} // namespace anneal
