// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace anneal {

/// State that the optimizer keeps for one fp32 tensor; equal to what the engine's takes, and a test says so.
[[nodiscard]] std::int64_t stateBytes(const OptimizerConfig &optimizer, std::string_view name,
                                      const std::vector<std::int64_t> &shape);

/// For everything that a configuration trains.
[[nodiscard]] std::int64_t optimizerBytes(const Config &config, std::int64_t outputs = 0);

} // namespace anneal
