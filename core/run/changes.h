// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "run/events.h"

namespace anneal {

/// The live changes of a run that no later "undo" has taken back, oldest first. An undo takes back what was changed after
/// it, too.
[[nodiscard]] std::vector<Event> changesInForce(const std::vector<Event> &events);

} // namespace anneal
