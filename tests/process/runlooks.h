// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>

#include "base/clock.h"
#include "run/checkpoints.h"
#include "run/events.h"
#include "run/metricslog.h"
#include "run/state.h"

namespace anneal::test {

inline QString idOf(const RunPaths &run)
{
    return QString::fromStdString(run.id());
}

inline RunPhase phaseOf(const RunPaths &run, std::int64_t secondsFromNow = 0)
{
    return judgeRun(run, wallMicros() + secondsFromNow * 1'000'000).phase;
}

inline QString reasonOf(const RunPaths &run)
{
    return QString::fromStdString(judgeRun(run, wallMicros()).reason);
}

inline RunState stateOf(const RunPaths &run)
{
    const auto state = readRunState(run);
    return state && *state ? **state : RunState{};
}

/// Steps of the training rows as they stand in the file; −1 first when a block is damaged.
inline std::vector<std::int64_t> loggedSteps(const RunPaths &run)
{
    MetricsReader reader(run.metrics());
    std::vector<std::int64_t> steps;
    const auto batch = reader.poll();
    if (!batch || reader.damagedBlocks() > 0)
        return {-1};
    for (const MetricRows &rows : batch->rows)
        for (const MetricGroup &group : reader.groups())
            if (group.id == rows.group && group.series.front() == "train.loss")
                steps.insert(steps.end(), rows.steps.begin(), rows.steps.end());
    return steps;
}

} // namespace anneal::test
