// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

/// Share of the peak rate for the update that is done at `point` of the schedule: after that many updates (0, 1, …), or,
/// with a time budget, its share of the time times total_steps. Warm-up, constant, then a fall to final_lr_ratio at
/// total_steps, where it stays. The shapes are those of transformers' get_scheduler: its "linear", "cosine" and so on are
/// decay_start = 0 here, its "warmup_stable_decay" decays "num_decay_steps" before the end. The one definition for engine
/// and charts.
[[nodiscard]] double scheduleFactor(const ScheduleConfig &schedule, double point);

/// First step of the fall: decay_start of the run, never before the warm-up ends.
[[nodiscard]] std::int64_t decayStartStep(const ScheduleConfig &schedule);

/// Where the schedule stands: updates done, or the share of the time budget that is used, in steps.
[[nodiscard]] double schedulePoint(const ScheduleConfig &schedule, std::int64_t updates, double trainingSeconds);

} // namespace anneal
