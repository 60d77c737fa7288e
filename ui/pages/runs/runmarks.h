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

/// The learning rate as planned, over the steps of the run: enough points for its corners and its curve.
[[nodiscard]] std::vector<PlotPoint> plannedRate(const Config &config,
                                                 const std::function<double(std::int64_t)> &xOfStep);

} // namespace anneal
