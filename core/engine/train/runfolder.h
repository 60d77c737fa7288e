// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "run/layout.h"
#include "train/heartbeat.h"
#include "train/metricssink.h"
#include "train/observer.h"
#include "train/quality.h"
#include "train/runjournal.h"

namespace anneal {

/// Everything through which a training process speaks to its run folder.
struct RunFolder {
    RunPaths paths;
    std::unique_ptr<Heartbeat> heartbeat;
    std::unique_ptr<RunJournal> journal;
    std::unique_ptr<MetricsSink> metrics;

    /// The heartbeat is started before, the metrics are opened when the labels are known.
    [[nodiscard]] Result<void> openJournal();
    [[nodiscard]] Result<void> openMetrics(const TaskSpec &task, bool hasTest);
};

/// Writes what the loop reports into the run folder.
class RunRecorder : public TrainObserver
{
public:
    /// `logEverySteps` is read at every step: it may change while the run trains.
    RunRecorder(RunFolder &folder, const std::int64_t &logEverySteps)
        : m_folder(folder)
        , m_logEverySteps(logEverySteps)
    {
    }

    void phaseChanged(const std::string &phase) override;
    void stepDone(const StepReport &report) override;
    void evaluated(const EvaluationReport &report) override;
    void guarded(const GuardReport &report) override;
    void plateaued(const PlateauReport &report) override;
    /// The test part was scored with the weights of `checkpointStep`.
    void tested(const EvaluationReport &report, std::int64_t checkpointStep);

private:
    RunFolder &m_folder;
    const std::int64_t &m_logEverySteps;
    std::string m_phaseWord;
};

} // namespace anneal
