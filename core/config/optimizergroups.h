// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"

namespace anneal {

/// What an optimizer does with one tensor of a model.
struct OptimizerGroup {
    std::string group; ///< whose update it gets: optimizer.name, or "adamw" for what Muon leaves aside
    bool decays = false; ///< weights are pulled towards zero
    std::string reason; ///< "a vector does not decay"

    bool operator==(const OptimizerGroup &) const = default;
};

/// By published name and shape: the engine asks it for each tensor, and so can whatever shows it.
[[nodiscard]] OptimizerGroup optimizerGroupOf(std::string_view name, const std::vector<std::int64_t> &shape,
                                              const OptimizerConfig &config);

/// Tensors of fewer elements keep fp32 moments where the others have 8 bits.
inline constexpr std::int64_t kFewestQuantised = 4096;
/// Elements that share one scale there.
inline constexpr std::int64_t kQuantisedBlock = 256;

/// Which optimizers a setting is for; an empty list: for all.
[[nodiscard]] const std::vector<std::string_view> &optimizersWith(std::string_view key);
/// Whether the chosen optimizer has a setting ("optimizer.momentum").
[[nodiscard]] bool optimizerHas(const OptimizerConfig &config, std::string_view key);

} // namespace anneal
