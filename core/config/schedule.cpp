// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anneal {

std::int64_t decayStartStep(const ScheduleConfig &schedule)
{
    const double start = schedule.decay_start * static_cast<double>(schedule.total_steps);
    return std::max<std::int64_t>(schedule.warmup_steps, std::llround(start));
}

double scheduleFactor(const ScheduleConfig &schedule, std::int64_t step)
{
    if (step < schedule.warmup_steps)
        return static_cast<double>(step) / static_cast<double>(schedule.warmup_steps);
    const std::int64_t start = decayStartStep(schedule);
    if (schedule.decay_shape == "none" || step < start)
        return 1;
    const auto length = static_cast<double>(std::max<std::int64_t>(1, schedule.total_steps - start));
    const double progress = std::min(1.0, static_cast<double>(step - start) / length);
    const double left =
        schedule.decay_shape == "cosine" ? 0.5 * (1 + std::cos(std::numbers::pi * progress)) : 1 - progress;
    return schedule.final_lr_ratio + (1 - schedule.final_lr_ratio) * left;
}

} // namespace anneal
