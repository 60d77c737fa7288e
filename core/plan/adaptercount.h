// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

/// What LoRA trains in the blocks.
struct AdapterParameters {
    std::int64_t updates = 0; ///< low-rank matrices, DoRA's magnitudes included
    std::int64_t biases = 0; ///< of the base, by adapter.bias
};

/// Modules are matched as PEFT does: by endings of their names or a regular expression of the whole name.
[[nodiscard]] AdapterParameters adapterParameters(const Config &config);

} // namespace anneal
