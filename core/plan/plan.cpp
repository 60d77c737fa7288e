// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/plan.h"

#include <algorithm>

#include "plan/memory.h"
#include "plan/trained.h"

namespace anneal {

namespace {

/// Weights (of an adapter its own alone) in fp32, and the optimizer's state.
std::int64_t checkpointBytes(const Config &config, const TrainedParameters &parameters, std::int64_t optimizer)
{
    const bool isAdapter = config.adapter.method == "lora";
    return 4 * (isAdapter ? parameters.trained : parameters.all) + optimizer;
}

/// Σ length² / Σ length: how far an average token looks. Every sequence at the limit when nothing is known.
double attendedLength(const Config &config, const DataCounts &data)
{
    if (data.trainTokens == 0)
        return static_cast<double>(config.data.max_length);
    return data.sumSquaredTokens / static_cast<double>(data.trainTokens);
}

double runSeconds(const Config &config, const DataCounts &data, double secondsPerStep, std::int64_t tokensPerStep)
{
    const std::int64_t steps = config.schedule.total_steps;
    const auto evaluations = static_cast<double>(steps / std::max<std::int64_t>(1, config.logging.eval_every_steps)
                                                 + 1); // one before the first step
    constexpr double kForwardShare = 1.0 / 3; // backward costs twice the forward pass
    const double steploads = static_cast<double>(data.validationTokens) / static_cast<double>(tokensPerStep);
    return secondsPerStep * (static_cast<double>(steps) + evaluations * steploads * kForwardShare);
}

} // namespace

Plan makePlan(const Config &config, const DataCounts &data, std::optional<double> measuredSecondsPerStep)
{
    Plan plan;
    const TrainedParameters parameters = trainedParameters(config, data.outputs);
    plan.parameters = parameters.all;
    plan.trained = parameters.trained;
    plan.tokensPerStep = config.batch.tokens_per_device * config.batch.accumulation_steps;
    const auto tokens = static_cast<double>(plan.tokensPerStep);
    if (data.trainTokens > 0)
        plan.epochs = tokens * static_cast<double>(config.schedule.total_steps) / static_cast<double>(data.trainTokens);
    plan.flopsPerStep = flopsPerToken(config, attendedLength(config, data)) * tokens;
    plan.memory = estimateMemory(config, data, parameters);
    plan.paddingAvoided = data.paddingFraction16;
    plan.secondsPerStep = measuredSecondsPerStep;
    if (measuredSecondsPerStep)
        plan.secondsTotal = runSeconds(config, data, *measuredSecondsPerStep, plan.tokensPerStep);
    plan.checkpointBytes = (config.checkpoint.keep_last + config.checkpoint.keep_best)
        * checkpointBytes(config, parameters, plan.memory.optimizer);
    return plan;
}

} // namespace anneal
