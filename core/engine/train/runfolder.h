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

    /// Opens journal and metrics (the heartbeat is started before everything else). `task` is objective.task.
    [[nodiscard]] Result<void> openLogs(const std::string &task);
};

/// Writes what the loop reports into the run folder.
class RunRecorder : public TrainObserver
{
public:
    /// `logEverySteps` is read at every step: it may change while the run trains.
    RunRecorder(RunFolder &folder, const std::string &task, const std::int64_t &logEverySteps)
        : m_folder(folder)
        , m_qualityNames(qualityNames(task))
        , m_logEverySteps(logEverySteps)
    {
    }

    void phaseChanged(const std::string &phase) override;
    void stepDone(const StepReport &report) override;
    void evaluated(const EvaluationReport &report) override;
    void diverged(const DivergenceReport &report) override;

private:
    RunFolder &m_folder;
    std::vector<std::string> m_qualityNames;
    const std::int64_t &m_logEverySteps;
    std::string m_phaseWord;
};

} // namespace anneal
