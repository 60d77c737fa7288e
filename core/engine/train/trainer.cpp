// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "base/clock.h"
#include "base/units.h"
#include "config/measures.h"
#include "optim/gradients.h"
#include "tensor/streams.h"
#include "train/gradientaccumulation.h"

namespace anneal {
namespace {

double secondsSince(std::int64_t micros)
{
    return static_cast<double>(monotonicMicros() - micros) * 1e-6;
}

bool isFinite(const torch::Tensor &tensor)
{
    return tensor.defined() ? torch::isfinite(tensor).all().item<bool>() : true;
}

/// Weights spoil everything after them, gradients everything before: the first weight in the order of the model that is not
/// finite, else the last gradient. Empty when all are finite.
std::string firstNonFinite(const NamedTensors &tensors)
{
    std::string found;
    for (const auto &[name, tensor] : tensors) {
        if (!isFinite(tensor))
            return name;
        if (!isFinite(tensor.grad()))
            found = name;
    }
    return found;
}

Failure stoppedByGuard(const GuardReport &report, const std::string &advice)
{
    return fail(ErrorCode::Diverged,
                guardWords(report.verdict) + " at step " + formatCount(static_cast<double>(report.step))
                    + ". The step was not applied; " + advice);
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
    , m_guard(m_config.stability)
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
    fetchFromHere();
    if (m_progress.step == 0)
        evaluateNow();
    announce("training");
    while (!m_schedule.ended(place())) {
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
        if (due(m_config.checkpoint.every_steps) && !m_stop && !m_schedule.ended(place()))
            std::ignore = saveNow();
    }
    return finish();
}

/// No end is given: with a time budget, or when the fall is asked for, nobody knows it yet.
void Trainer::fetchFromHere()
{
    m_batches = std::make_unique<Prefetcher<EffectiveBatch>>(
        m_progress.step, std::numeric_limits<std::int64_t>::max(),
        [this](std::int64_t step) { return m_data.batchOf(step); });
}

void Trainer::changeData(const std::function<void(TrainingData &)> &change)
{
    const bool isRunning = m_batches != nullptr;
    m_batches.reset();
    change(m_data);
    if (isRunning)
        fetchFromHere();
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
    judgePlateau();
}

void Trainer::judgePlateau()
{
    const Measure *measure = findMeasure(m_config.checkpoint.metric_for_best_model);
    const ScheduleConfig &rules = m_config.schedule;
    if (!m_progress.measured || measure == nullptr
        || !m_plateau.judge(rules, *m_progress.measured, measure->lowerIsBetter))
        return;
    const double least = std::min(m_schedule.scale(), rules.plateau_min_ratio);
    PlateauReport report{m_progress.step, m_schedule.rate(place()), 0, rules.plateau_patience};
    m_schedule.scaleBy(std::max(rules.plateau_factor, least / m_schedule.scale()));
    report.after = m_schedule.rate(place());
    for (TrainObserver *observer : m_observers)
        observer->plateaued(report);
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
    report.learningRate = m_schedule.rate(place());
    const GuardVerdict verdict = m_guard.judge(report.loss, report.gradientNorm);
    if (verdict.action == GuardAction::Note)
        tell(evidence(batch, report, verdict));
    else if (verdict.action != GuardAction::Proceed)
        return obeyGuard(evidence(batch, report, verdict));

    update(report.gradientNorm, found.gradients, report);
    m_progress.step += 1;
    m_progress.tokens += batch.tokens;
    report.step = m_progress.step;
    report.tokens = m_progress.tokens;
    report.seconds = secondsSince(started);
    report.tokensPerSecond = static_cast<double>(batch.tokens) / report.seconds;
    m_progress.trainingSeconds += report.seconds;
    report.expectedSteps = m_schedule.expectedUpdates(place());
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
    m_state.optimizer->setWeightDecay(m_config.optimizer.weight_decay); // may have been changed live
    const std::int64_t every = m_config.logging.norms_every_steps;
    if (every > 0 && (m_progress.step + 1) % every == 0)
        report.norms = m_state.optimizer->stepMeasured(report.learningRate);
    else
        m_state.optimizer->step(report.learningRate);
    m_state.optimizer->zeroGradients();
}

GuardReport Trainer::evidence(const EffectiveBatch &batch, const StepReport &report, GuardVerdict verdict)
{
    GuardReport evidence;
    evidence.verdict = std::move(verdict);
    evidence.step = m_progress.step + 1;
    evidence.tokens = m_progress.tokens + batch.tokens;
    evidence.loss = report.loss;
    evidence.gradientNorm = report.gradientNorm;
    evidence.learningRate = report.learningRate;
    evidence.epoch = batch.epoch;
    evidence.samples = m_data.sampleNames(batch.samples);
    evidence.tensor = firstNonFinite(m_state.model->namedTensors());
    evidence.newRateScale = m_schedule.scale();
    return evidence;
}

Result<void> Trainer::obeyGuard(GuardReport report)
{
    m_state.optimizer->zeroGradients();
    if (report.verdict.action == GuardAction::RollBack)
        return rollBack(report);
    tell(report);
    if (report.verdict.action == GuardAction::Stop)
        return stoppedByGuard(report, "resume from a checkpoint with a lower learning rate.");
    m_progress.step = report.step; // left out: the schedule goes on, the weights stay
    m_progress.tokens = report.tokens;
    return {};
}

Result<void> Trainer::rollBack(GuardReport &report)
{
    const std::int64_t most = m_config.stability.max_roll_backs;
    if (m_guard.rollBacks() >= most) {
        report.verdict.action = GuardAction::Stop;
        tell(report);
        return stoppedByGuard(report, most == 0 ? "stability.max_roll_backs is 0, so it did not go back."
                                                : "It has gone back " + std::to_string(most)
                                      + " times already (stability.max_roll_backs); look at the data or lower the rate.");
    }
    const double trained = m_progress.trainingSeconds;
    const auto step = m_host.goBack(*this);
    if (!step) {
        report.verdict.action = GuardAction::Stop;
        tell(report);
        return stoppedByGuard(report, "It could not go back: " + step.error().text());
    }
    m_progress.trainingSeconds = trained; // the time is spent all the same
    m_schedule.scaleBy(m_config.stability.roll_back_lr_factor);
    m_guard.rolledBack();
    report.backTo = *step;
    report.newRateScale = m_schedule.scale();
    tell(report);
    goneBack();
    return {};
}

void Trainer::goneBack()
{
    m_savedStep = m_progress.step;
    m_evaluationWished = false;
    fetchFromHere();
}

void Trainer::tell(const GuardReport &report)
{
    for (TrainObserver *observer : m_observers)
        observer->guarded(report);
}

} // namespace anneal
