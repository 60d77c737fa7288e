// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

/// Share of the peak rate for the update that is done after `step` updates (0, 1, …): linear warm-up from 0, constant, then a
/// linear or cosine fall to final_lr_ratio at total_steps, where it stays. The one definition for engine and charts.
[[nodiscard]] double scheduleFactor(const ScheduleConfig &schedule, std::int64_t step);

/// First step of the fall: decay_start of the run, never before the warm-up ends.
[[nodiscard]] std::int64_t decayStartStep(const ScheduleConfig &schedule);

} // namespace anneal
