// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anneal {

namespace {

constexpr double kSecondsPerMinute = 60;
constexpr double kUsualTimescale = 10000; ///< of an inverse square root without warm-up

/// From 1 at 0 along `waves` cosine waves; half a wave ends at 0.
double cosineWaves(double waves, double progress)
{
    return std::max(0.0, 0.5 * (1 + std::cos(2 * std::numbers::pi * waves * progress)));
}

/// Share of the way up, `progress` in 0 … 1.
double risen(const ScheduleConfig &schedule, double progress)
{
    const double up = schedule.warmup_shape == "cosine" ? 1 - cosineWaves(0.5, progress) : progress;
    return schedule.warmup_start_ratio + (1 - schedule.warmup_start_ratio) * up;
}

/// Share of the fall that is still ahead, `progress` in 0 … 1.
double left(const ScheduleConfig &schedule, double progress)
{
    const std::string &shape = schedule.decay_shape;
    const double cycles = schedule.num_cycles;
    if (shape == "cosine")
        return cosineWaves(cycles > 0 ? cycles : 0.5, progress);
    if (shape == "cosine_with_restarts")
        return progress >= 1 ? 0 : cosineWaves(0.5, std::fmod((cycles > 0 ? cycles : 1) * progress, 1.0));
    if (shape == "polynomial")
        return std::pow(1 - progress, schedule.power);
    if (shape == "sqrt")
        return 1 - std::sqrt(progress);
    return 1 - progress;
}

/// Continues the warm-up smoothly and has no end.
double inverseSquareRoot(const ScheduleConfig &schedule, double point)
{
    const auto warmup = static_cast<double>(schedule.warmup_steps);
    const double usual = warmup > 0 ? warmup : kUsualTimescale;
    const double timescale = schedule.timescale > 0 ? static_cast<double>(schedule.timescale) : usual;
    return 1 / std::sqrt((point + timescale - warmup) / timescale);
}

} // namespace

std::int64_t decayStartStep(const ScheduleConfig &schedule)
{
    if (schedule.decay_shape == "inverse_sqrt")
        return schedule.warmup_steps;
    const double start = schedule.decay_start * static_cast<double>(schedule.total_steps);
    return std::max<std::int64_t>(schedule.warmup_steps, std::llround(start));
}

double scheduleFactor(const ScheduleConfig &schedule, double point)
{
    const auto warmup = static_cast<double>(schedule.warmup_steps);
    if (schedule.skip_zero)
        point += 1;
    if (point < warmup)
        return risen(schedule, point / warmup);
    if (schedule.decay_shape == "inverse_sqrt")
        return inverseSquareRoot(schedule, point);
    const auto start = static_cast<double>(decayStartStep(schedule));
    if (schedule.decay_shape == "none" || point < start)
        return 1;
    const double length = std::max(1.0, static_cast<double>(schedule.total_steps) - start);
    const double progress = std::min(1.0, (point - start) / length);
    return schedule.final_lr_ratio + (1 - schedule.final_lr_ratio) * left(schedule, progress);
}

double schedulePoint(const ScheduleConfig &schedule, std::int64_t updates, double trainingSeconds)
{
    if (schedule.time_budget_minutes <= 0)
        return static_cast<double>(updates);
    const double share = trainingSeconds / (schedule.time_budget_minutes * kSecondsPerMinute);
    return std::min(1.0, share) * static_cast<double>(schedule.total_steps);
}

} // namespace anneal
