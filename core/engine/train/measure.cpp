// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/measure.h"

#include <algorithm>

#include "base/clock.h"
#include "base/hardware.h"
#include "config/validate.h"
#include "plan/datacounts.h"
#include "train/device.h"
#include "train/memorycheck.h"
#include "train/trainer.h"

namespace anneal {
namespace {

/// Ends a loop when the time is up; the first step is not counted.
class Stopwatch : public TrainHost, public TrainObserver
{
public:
    explicit Stopwatch(double seconds)
        : m_seconds(seconds)
    {
    }
    void poll(Trainer &trainer) override
    {
        if (m_measured > 0 && m_spent >= m_seconds)
            trainer.wishStop(false);
    }
    [[nodiscard]] Result<void> save(Trainer & /*trainer*/) override { return {}; }
    void stepDone(const StepReport &report) override
    {
        if (std::exchange(m_warm, true)) {
            m_spent += report.seconds;
            m_tokens += report.tokensPerSecond * report.seconds;
            ++m_measured;
        }
    }
    void fill(Measurement &measurement) const
    {
        if (m_measured == 0)
            return;
        measurement.secondsPerStep = m_spent / m_measured;
        measurement.tokensPerSecond = m_tokens / m_spent;
    }

private:
    double m_seconds;
    double m_spent = 0;
    double m_tokens = 0;
    int m_measured = 0;
    bool m_warm = false;
};

double estimateEvaluation(Trainer &trainer, const Dataset &dataset)
{
    const ValidationData whole(dataset, trainer.config());
    if (whole.empty())
        return 0;
    const std::int64_t started = monotonicMicros();
    int batches = 0;
    const auto stopAfterTwo = [&](double) { return ++batches < 2; };
    (void)evaluate(*trainer.state().model, whole, trainer.device(), trainer.config().precision.compute, stopAfterTwo);
    return static_cast<double>(monotonicMicros() - started) * 1e-6 * static_cast<double>(whole.numBatches()) / batches;
}

} // namespace

Result<Measurement> measureRun(const Config &config, double seconds)
{
    for (const Issue &issue : validate(config, localHardware()))
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::Config, issue.message, issue.key);
    prepareProcess(config.device);
    const auto device = chooseDevice(config.device);
    if (!device)
        return Failure(device.error());
    const auto dataset = loadDataset(dataRequest(config));
    if (!dataset)
        return Failure(dataset.error());
    if (device->is_cpu())
        if (const auto enough = checkMemory(config, countData(*dataset)); !enough)
            return Failure(enough.error());
    auto state = makeTrainState(config, dataset->usedTokenizer(), *device, dataset->labels);
    if (!state)
        return Failure(state.error());

    Stopwatch watch(seconds);
    Config stepsOnly = config;
    stepsOnly.logging.eval_every_steps = 0;
    stepsOnly.checkpoint.every_steps = 0;
    stepsOnly.schedule.time_budget_minutes = 0;
    stepsOnly.schedule.total_steps = std::max<std::int64_t>(2, config.schedule.total_steps);
    Trainer trainer(stepsOnly, *dataset, *device, std::move(*state), watch);
    trainer.observe(watch);
    trainer.skipEvaluation();
    if (const auto done = trainer.run(); !done)
        return Failure(done.error());
    Measurement measurement;
    watch.fill(measurement);
    measurement.evaluationSeconds = estimateEvaluation(trainer, *dataset);
    measurement.peakMemoryBytes = peakMemoryBytes(*device);
    measurement.parameters = parameterCount(*trainer.state().model);
    return measurement;
}

} // namespace anneal
