// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/plan.h"

namespace anneal {

/// Memory at the peak of a training step, by part.
[[nodiscard]] MemoryEstimate estimateMemory(const Config &config, const DataCounts &data);

} // namespace anneal
