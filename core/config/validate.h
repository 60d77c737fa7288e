// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/hardware.h"
#include "config/config.h"
#include "config/issue.h"

namespace anneal {

/// Everything that is wrong or doubtful about a configuration on that hardware, in table order: ranges, choices,
/// rules between fields (heads divide width, warm-up before decay, …), files that are missing or unreadable.
/// Does not read the data's content. Never stops at the first issue.
[[nodiscard]] std::vector<Issue> validate(const Config &config, const Hardware &hardware);

} // namespace anneal
