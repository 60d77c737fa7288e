// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "optim/optimizer.h"

namespace anneal {

/// The optimizer that optimizer.name chooses. The parameters' device and type are its own.
[[nodiscard]] std::unique_ptr<Optimizer> makeOptimizer(NamedTensors parameters, const OptimizerConfig &config);

} // namespace anneal
