// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "charts/chartmodel.h"
#include "models/runsnapshot.h"

namespace anneal {

/// The marks of a run's charts: its events that have a letter, and its notes. `xOfStep` gives the place on the axis in
/// use.
[[nodiscard]] std::vector<EventMark> runMarks(const RunSnapshot &snapshot,
                                              const std::function<double(std::int64_t)> &xOfStep);

/// The learning rate as planned and, after a live change, as it goes on from there. In steps: enough points for corners
/// and curve. The snapshot must have its record.
[[nodiscard]] std::vector<PlanLine> ratePlans(const RunSnapshot &snapshot, int slot);

} // namespace anneal
