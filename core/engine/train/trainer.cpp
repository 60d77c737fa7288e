// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainer.h"

#include <cmath>
#include <tuple>
#include <utility>

#include "base/clock.h"
#include "base/units.h"
#include "optim/gradients.h"
#include "tensor/streams.h"
#include "train/gradientaccumulation.h"

namespace anneal {
namespace {

double secondsSince(std::int64_t micros)
{
    return static_cast<double>(monotonicMicros() - micros) * 1e-6;
}

} // namespace

Trainer::Trainer(Config config, const Dataset &dataset, torch::Device device, TrainState state, TrainHost &host)
    : m_config(std::move(config))
    , m_device(device)
    , m_state(std::move(state))
    , m_host(host)
    , m_data(dataset, m_config)
    , m_validation(dataset, m_config)
    , m_schedule(m_config)
{
}

void Trainer::announce(const std::string &phase)
{
    m_phase = phase;
    for (TrainObserver *observer : m_observers)
        observer->phaseChanged(phase);
}

Result<TrainingEnd> Trainer::run()
{
    m_savedStep = m_progress.step > 0 ? m_progress.step : -1;
    m_batches = std::make_unique<Prefetcher<EffectiveBatch>>(
        m_progress.step, m_config.schedule.total_steps, [this](std::int64_t step) { return m_data.batchOf(step); });
    if (m_progress.step == 0)
        evaluateNow();
    announce("training");
    while (m_progress.step < m_config.schedule.total_steps) {
        m_host.poll(*this);
        if (std::exchange(m_evaluationWished, false))
            evaluateNow();
        if (m_stop)
            break;
        if (const auto done = step(); !done)
            return Failure(done.error());
        if (due(m_config.logging.eval_every_steps))
            evaluateNow();
        // The last one is saved below; a disk that is full then is to be complained about once.
        if (due(m_config.checkpoint.every_steps) && !m_stop && m_progress.step < m_config.schedule.total_steps)
            std::ignore = saveNow();
    }
    return finish();
}

Result<TrainingEnd> Trainer::finish()
{
    m_batches.reset();
    if (!m_stop) {
        evaluateNow();
        m_stop = m_stop.value_or(TrainingEnd::Finished);
    }
    const bool wanted = *m_stop != TrainingEnd::StoppedUnsaved;
    if (!wanted || m_savedStep == m_progress.step)
        return *m_stop;
    if (const auto saved = saveNow(); !saved)
        return fail(saved.error().code,
                    "The last checkpoint (step " + formatCount(static_cast<double>(m_progress.step))
                        + ") could not be written; mend that, then resume the run: " + saved.error().text());
    return *m_stop;
}

void Trainer::evaluateNow()
{
    if (!canEvaluate() || m_progress.evaluatedStep == m_progress.step || m_stop)
        return;
    const auto report = score(m_validation, "evaluating");
    announce("training");
    if (!report)
        return;
    m_progress.validationLoss = report->loss;
    m_progress.measured = report->measure(m_config.checkpoint.metric_for_best_model);
    m_progress.evaluatedStep = m_progress.step;
    m_progress.trainingSeconds += report->seconds;
    for (TrainObserver *observer : m_observers)
        observer->evaluated(*report);
}

std::optional<EvaluationReport> Trainer::score(const ValidationData &data, const std::string &word)
{
    const auto between = [&](double share) {
        announce(word + " " + std::to_string(std::lround(share * 100)) + " %");
        m_host.poll(*this);
        return !m_stop;
    };
    announce(word);
    m_evaluating = true;
    auto report = evaluate(*m_state.model, data, m_device, m_config.precision.compute, between);
    m_evaluating = false;
    if (report) {
        report->step = m_progress.step;
        report->tokens = m_progress.tokens;
    }
    return report;
}

std::optional<EvaluationReport> Trainer::test(const ValidationData &data)
{
    m_stop.reset();
    m_testing = true;
    return score(data, "testing");
}

Result<void> Trainer::saveNow()
{
    if (m_testing)
        return {}; // run() has saved the last step
    const std::string before = m_phase;
    announce("saving");
    auto saved = m_host.save(*this);
    if (saved)
        m_savedStep = m_progress.step;
    announce(before);
    return saved;
}

Result<void> Trainer::step()
{
    const std::int64_t started = monotonicMicros();
    const EffectiveBatch batch = m_batches->next();
    const torch::Tensor loss = forwardBackward(batch);
    const auto found = withGradients(m_state.optimizer->parameters());
    // One copy from the device for both numbers.
    const torch::Tensor numbers =
        torch::stack({loss.to(torch::kFloat64), globalNorm(found.gradients).to(m_device, torch::kFloat64)}).cpu();

    StepReport report;
    report.loss = numbers[0].item<double>();
    report.gradientNorm = numbers[1].item<double>();
    report.learningRate = m_schedule.rate(m_progress.step);
    if (!std::isfinite(report.loss) || !std::isfinite(report.gradientNorm))
        return diverged(batch, report);

    update(report.gradientNorm, found.gradients, report);
    m_progress.step += 1;
    m_progress.tokens += batch.tokens;
    report.step = m_progress.step;
    report.tokens = m_progress.tokens;
    report.seconds = secondsSince(started);
    report.tokensPerSecond = static_cast<double>(batch.tokens) / report.seconds;
    m_progress.trainingSeconds += report.seconds;
    for (TrainObserver *observer : m_observers)
        observer->stepDone(report);
    return {};
}

torch::Tensor Trainer::forwardBackward(const EffectiveBatch &batch)
{
    ForwardOptions options{m_device, m_config.precision.compute, {}};
    // Dropout is a function of the micro-batch's number, so that a resumed run draws what the first one would have
    // drawn.
    options.beforeMicroBatch = [&](std::size_t i) {
        const auto number = batch.firstMicroBatch + static_cast<std::int64_t>(i);
        torch::manual_seed(RandomStream(m_config.data.seed, "dropout", 0, number)());
    };
    return accumulateGradients(*m_state.model, batch.microBatches, options);
}

void Trainer::update(double gradientNorm, const std::vector<torch::Tensor> &gradients, StepReport &report)
{
    if (m_config.stability.max_grad_norm > 0)
        clipToNorm(gradients, gradientNorm, m_config.stability.max_grad_norm);
    const std::int64_t every = m_config.logging.norms_every_steps;
    if (every > 0 && (m_progress.step + 1) % every == 0)
        report.norms = m_state.optimizer->stepMeasured(report.learningRate);
    else
        m_state.optimizer->step(report.learningRate);
    m_state.optimizer->zeroGradients();
}

Failure Trainer::diverged(const EffectiveBatch &batch, const StepReport &report)
{
    m_state.optimizer->zeroGradients();
    DivergenceReport evidence;
    evidence.step = m_progress.step + 1;
    evidence.tokens = m_progress.tokens + batch.tokens;
    evidence.loss = report.loss;
    evidence.gradientNorm = report.gradientNorm;
    evidence.learningRate = report.learningRate;
    evidence.epoch = batch.epoch;
    evidence.samples = m_data.sampleNames(batch.samples);
    for (TrainObserver *observer : m_observers)
        observer->diverged(evidence);
    return fail(ErrorCode::Diverged,
                std::string(std::isfinite(report.loss) ? "Non-finite gradient" : "Non-finite loss") + " at step "
                    + formatCount(static_cast<double>(evidence.step))
                    + ". The step was not applied; resume from a checkpoint with a lower learning rate.");
}

} // namespace anneal
