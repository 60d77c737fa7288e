// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/plan.h"
#include "plan/trained.h"

namespace anneal {

/// Memory at the peak of a training step, by part. `parameters`: those of this configuration.
[[nodiscard]] MemoryEstimate estimateMemory(const Config &config, const DataCounts &data,
                                            const TrainedParameters &parameters);

} // namespace anneal
