// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "run/events.h"

namespace anneal {

/// What stands for a setting where a person asked for the final decay; the new value is the steps of the fall.
inline constexpr const char *kFinalDecayKey = "final_decay";

/// The live changes of a run that no later "undo" has taken back, oldest first. An undo takes back what was changed after
/// it, too.
[[nodiscard]] std::vector<Event> changesInForce(const std::vector<Event> &events);

} // namespace anneal
