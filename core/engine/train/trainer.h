// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "batch/prefetcher.h"
#include "batch/trainingdata.h"
#include "batch/validationdata.h"
#include "optim/plateau.h"
#include "optim/schedule.h"
#include "train/guard.h"
#include "train/observer.h"
#include "train/trainstate.h"

namespace anneal {

class Trainer;

/// The world around the loop: where wishes come from and where checkpoints go.
class TrainHost
{
public:
    virtual ~TrainHost() = default;
    /// Called between steps and between the batches of an evaluation; may block (a pause) and may call the trainer's
    /// wishes and live settings.
    virtual void poll(Trainer &trainer) = 0;
    /// Saves the trainer as it is now. When it was not possible, training may go on.
    [[nodiscard]] virtual Result<void> save(Trainer &trainer) = 0;
    /// Puts weights, optimizer and progress of the newest checkpoint into the trainer. → its step.
    [[nodiscard]] virtual Result<std::int64_t> goBack(Trainer & /*trainer*/)
    {
        return fail(ErrorCode::Data, "no checkpoints are kept here");
    }
};

enum class TrainingEnd { Finished, StoppedSaved, StoppedUnsaved };

/// The loop: fetch → forward and backward per micro-batch → guard → clip → optimizer → schedule → observers.
/// It knows observers and a host, no files.
class Trainer
{
public:
    /// `dataset` must outlive this and have training samples.
    Trainer(Config config, const Dataset &dataset, torch::Device device, TrainState state, TrainHost &host);

    /// `observer` must outlive this.
    void observe(TrainObserver &observer) { m_observers.push_back(&observer); }
    /// For measuring steps alone.
    void skipEvaluation() { m_evaluates = false; }

    /// Until the last step or a wish to stop. Diverged error when the guard stops the run: the weights are those before
    /// that step. Storage error when the last checkpoint could not be written.
    [[nodiscard]] Result<TrainingEnd> run();

    /// For a trainer whose run() has finished: scores another part with the weights as they are now. Nothing when the
    /// host wished a stop meanwhile.
    [[nodiscard]] std::optional<EvaluationReport> test(const ValidationData &data);

    // Wishes: obeyed between steps.
    void wishEvaluation() { m_evaluationWished = true; }
    void wishStop(bool save) { m_stop = save ? TrainingEnd::StoppedSaved : TrainingEnd::StoppedUnsaved; }
    [[nodiscard]] bool stopWished() const { return m_stop.has_value(); }
    [[nodiscard]] bool canEvaluate() const { return m_evaluates && !m_validation.empty(); }
    [[nodiscard]] bool evaluating() const { return m_evaluating; }
    /// Saves the state after the last finished step; possible at any time that the host is asked.
    Result<void> saveNow();
    /// The last finished step is on the disk.
    [[nodiscard]] bool savedNow() const { return m_savedStep == m_progress.step; }

    /// Live changes read this before every step.
    [[nodiscard]] Config &config() { return m_config; }
    [[nodiscard]] Schedule &schedule() { return m_schedule; }
    [[nodiscard]] Plateau &plateau() { return m_plateau; }
    [[nodiscard]] Guard &guard() { return m_guard; }
    [[nodiscard]] Progress &progress() { return m_progress; }
    [[nodiscard]] SchedulePlace place() const { return {m_progress.step, m_progress.trainingSeconds}; }
    [[nodiscard]] TrainState &state() { return m_state; }
    [[nodiscard]] torch::Device device() const { return m_device; }
    [[nodiscard]] TrainingData &data() { return m_data; }
    /// The data are cut otherwise from the next step on; `change` is called while nobody reads them.
    void changeData(const std::function<void(TrainingData &)> &change);
    void announce(const std::string &phase);
    /// The host has put another checkpoint's state and progress in: goes on from there.
    void goneBack();

private:
    void fetchFromHere();
    void judgePlateau();
    void evaluateNow();
    [[nodiscard]] std::optional<EvaluationReport> score(const ValidationData &data, const std::string &word);
    [[nodiscard]] Result<TrainingEnd> finish();
    [[nodiscard]] Result<void> step();
    [[nodiscard]] torch::Tensor forwardBackward(const EffectiveBatch &batch);
    void update(double gradientNorm, const std::vector<torch::Tensor> &gradients, StepReport &report);
    [[nodiscard]] Result<void> obeyGuard(GuardReport report);
    [[nodiscard]] GuardReport evidence(const EffectiveBatch &batch, const StepReport &report, GuardVerdict verdict);
    [[nodiscard]] Result<void> rollBack(GuardReport &report);
    void tell(const GuardReport &report);
    [[nodiscard]] bool due(std::int64_t everySteps) const
    {
        return everySteps > 0 && m_progress.step % everySteps == 0;
    }

    Config m_config;
    torch::Device m_device;
    TrainState m_state;
    TrainHost &m_host;
    std::vector<TrainObserver *> m_observers;
    TrainingData m_data;
    ValidationData m_validation;
    Schedule m_schedule;
    Plateau m_plateau;
    Guard m_guard;
    Progress m_progress;
    std::unique_ptr<Prefetcher<EffectiveBatch>> m_batches;
    std::optional<TrainingEnd> m_stop;
    std::string m_phase;
    bool m_evaluationWished = false;
    bool m_evaluating = false;
    bool m_testing = false; ///< the weights are those of another step: nothing may be saved
    bool m_evaluates = true;
    std::int64_t m_savedStep = -1;
};

} // namespace anneal
