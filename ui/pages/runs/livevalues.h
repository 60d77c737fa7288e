// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "models/runsnapshot.h"

namespace anneal {

/// The newest change of a setting that was made while the run trained.
struct LiveChange {
    std::int64_t step = 0; ///< in force from here
    double value = 0;
};
[[nodiscard]] std::optional<LiveChange> lastLiveChange(const RunSnapshot &snapshot, const std::string &key);

/// Clip norm in force: as frozen, or as changed since. 0 = no clipping.
[[nodiscard]] double clipInForce(const RunSnapshot &snapshot);

inline constexpr const char *kRateKey = "optimizer.lr";
inline constexpr const char *kClipKey = "stability.max_grad_norm";

} // namespace anneal
