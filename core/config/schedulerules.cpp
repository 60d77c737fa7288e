// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "base/units.h"
#include "config/rules.h"

namespace anneal {

namespace {

void checkWarmup(const RuleContext &context)
{
    const ScheduleConfig &schedule = context.config.schedule;
    const std::string fewer = std::to_string(schedule.total_steps / 20);
    if (schedule.warmup_steps > schedule.total_steps)
        context.error("schedule.warmup_steps",
                      fmt::format("Warm-up of {} steps is longer than the run of {} steps.", schedule.warmup_steps,
                                  schedule.total_steps),
                      fewer);
    else if (schedule.warmup_steps > schedule.total_steps / 10)
        context.warning(
            "schedule.warmup_steps",
            fmt::format("Warm-up takes {:.0f} % of the run; more than 10 % rarely helps.",
                        100.0 * static_cast<double>(schedule.warmup_steps) / static_cast<double>(schedule.total_steps)),
            fewer);
}

void checkDecay(const RuleContext &context)
{
    const ScheduleConfig &schedule = context.config.schedule;
    const double warmupShare = static_cast<double>(schedule.warmup_steps) / static_cast<double>(schedule.total_steps);
    const bool hasStart = schedule.decay_shape != "none" && schedule.decay_shape != "inverse_sqrt";
    if (!hasStart || schedule.decay_start >= warmupShare || warmupShare > 1)
        return;
    context.error("schedule.decay_start",
                  fmt::format("The rate would start to fall at step {:.0f}, before warm-up ends at step {}.",
                              schedule.decay_start * static_cast<double>(schedule.total_steps), schedule.warmup_steps),
                  formatExact(std::ceil(warmupShare * 100) / 100));
}

/// Part of a cycle would end at a rate that nobody asked for.
void checkCycles(const RuleContext &context)
{
    const ScheduleConfig &schedule = context.config.schedule;
    const double whole = std::round(schedule.num_cycles);
    if (schedule.decay_shape == "cosine_with_restarts" && schedule.num_cycles != whole)
        context.error("schedule.num_cycles",
                      fmt::format("{} cycles end in the middle of one; use a whole number.",
                                  formatExact(schedule.num_cycles)),
                      formatExact(std::max(1.0, whole)));
}

void checkPlateau(const RuleContext &context)
{
    const bool isOn = context.config.schedule.plateau_patience > 0;
    if (isOn && context.config.logging.eval_every_steps == 0)
        context.error("schedule.plateau_patience",
                      "A plateau is seen by evaluations, and logging.eval_every_steps is 0: evaluate now and then.", "0");
}

} // namespace

std::vector<Rule> scheduleRules()
{
    return {
        {{"schedule.total_steps", "schedule.warmup_steps"}, checkWarmup},
        {{"schedule.total_steps", "schedule.warmup_steps", "schedule.decay_start", "schedule.decay_shape"}, checkDecay},
        {{"schedule.num_cycles", "schedule.decay_shape"}, checkCycles},
        {{"schedule.plateau_patience", "logging.eval_every_steps"}, checkPlateau},
    };
}

} // namespace anneal
