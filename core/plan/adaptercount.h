// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/tensors.h"

namespace anneal {

/// What LoRA trains in the blocks.
struct AdapterTensors {
    PlannedTensors updates; ///< low-rank matrices, DoRA's magnitudes included
    PlannedTensors biases; ///< of the base, by adapter.bias
};

/// Modules are matched as PEFT does: by endings of their names or a regular expression of the whole name.
[[nodiscard]] AdapterTensors adapterTensors(const Config &config);

} // namespace anneal
