// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

std::vector<Field> curveFields()
{
    using S = ScheduleConfig;
    const FieldBuilder schedule("schedule", &Config::schedule);
    return {
        schedule.integer(
            &S::total_steps, {1, kMaxSteps, "steps"},
            {"total_steps", "Steps", "Optimizer updates of the whole run. The schedule is laid out over them."}),
        schedule.integer(&S::warmup_steps, {0, kMaxSteps, "steps"},
                         {"warmup_steps", "Warm-up",
                          "Steps over which the learning rate rises from 0 to its peak. Usual: 1 to 5 % of the run."}),
        schedule.choice(
            &S::warmup_shape, {{"linear", "Linear"}, {"cosine", "Cosine"}},
            {"warmup_shape", "Warm-up shape", "How the learning rate rises during the warm-up.", kExpert}),
        schedule.real(&S::warmup_start_ratio, {0, 1},
                      {"warmup_start_ratio", "Warm-up from",
                       "Learning rate of the first update as a share of the peak. 0 makes the first update empty.",
                       kExpert}),
        schedule.boolean(&S::skip_zero,
                         {"skip_zero", "Skip the zero",
                          "Begins at the schedule's second point, so that no update is done with a rate of 0 and the "
                          "last one has the final rate.",
                          kExpert}),
        schedule.real(&S::decay_start, {0, 1},
                      {"decay_start", "Decay starts at",
                       "Share of the run after which the learning rate falls; constant before. 0.8 = the last fifth."}),
        schedule.choice(&S::decay_shape, {{"none", "None (constant)"},
                         {"linear", "Linear"},
                         {"cosine", "Cosine"},
                         {"cosine_with_restarts", "Cosine with restarts"},
                         {"polynomial", "Polynomial"},
                         {"sqrt", "1 − square root"},
                         {"inverse_sqrt", "Inverse square root"}},
                        {"decay_shape", "Decay",
                         "How the learning rate falls at the end of the run. An inverse square root follows the "
                         "warm-up and has no end."}),
        schedule.real(&S::final_lr_ratio, {0, 1},
                      {"final_lr_ratio", "Final rate",
                       "Learning rate at the last step as a share of the peak. 0 reaches the best loss; 0.1 leaves "
                       "room to go on.",
                       kExpert}),
    };
}

/// What only some shapes have, and what replaces the steps.
std::vector<Field> shapeFields()
{
    using S = ScheduleConfig;
    const FieldBuilder schedule("schedule", &Config::schedule);
    return {
        schedule.real(&S::num_cycles, {0, 1000},
                      {"num_cycles", "Cycles",
                       "Waves of the cosine; with restarts, how often it starts from the peak. 0 = half a wave, or one "
                       "cycle.",
                       kExpert}),
        schedule.real(&S::power, {0.01, 100},
                      {"power", "Power", "Of the polynomial decay: 1 is linear, 2 falls faster at first.", kExpert}),
        schedule.integer(&S::timescale, {0, kMaxSteps, "steps"},
                         {"timescale", "Timescale",
                          "Steps over which the inverse square root falls: after three times as many it is at half "
                          "the peak. 0 = as long as the warm-up.",
                          kExpert}),
        schedule.real(&S::time_budget_minutes, {0, 1e6, "minutes"},
                      {"time_budget_minutes", "Time budget",
                       "Lays the schedule out over this much training time instead of steps and ends the run with it, "
                       "at the final rate. Warm-up and decay keep their shares of the steps. Pauses do not count. 0 = off.",
                       kExpert}),
    };
}

std::vector<Field> plateauFields()
{
    using S = ScheduleConfig;
    const FieldBuilder schedule("schedule", &Config::schedule);
    return {
        schedule.integer(&S::plateau_patience, {0, 100000, "evaluations"},
                         {"plateau_patience", "Plateau patience",
                          "Evaluations without a better result after which the learning rate is cut. 0 = off.",
                          kExpert | kLive}),
        schedule.real(&S::plateau_factor, {0.001, 0.999},
                      {"plateau_factor", "Plateau factor", "What the learning rate is multiplied by at a plateau.",
                       kExpert | kLive}),
        schedule.real(&S::plateau_threshold, {0, 1},
                      {"plateau_threshold", "Plateau threshold",
                       "Share by which an evaluation must beat the best one to count as better.", kExpert | kLive}),
        schedule.real(&S::plateau_min_ratio, {0, 1},
                      {"plateau_min_ratio", "Plateau floor",
                       "Plateaus never cut the learning rate below this share of the peak.", kExpert | kLive}),
    };
}

} // namespace

std::vector<Field> scheduleFields()
{
    std::vector<Field> fields = curveFields();
    for (auto part : {shapeFields(), plateauFields()})
        fields.insert(fields.end(), part.begin(), part.end());
    return fields;
}

} // namespace anneal
