// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/config.h"
#include "plan/plan.h"

namespace anneal {

/// Out-of-memory error, before anything is allocated, when the estimate for weights, gradients, optimizer and
/// activations is above what this machine (or this process's limit) has left. Nothing is checked for a GPU, which says
/// so itself.
[[nodiscard]] Result<void> checkMemory(const Config &config, const DataCounts &counts);

} // namespace anneal
