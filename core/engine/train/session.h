// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.h"
#include "bio/dataset.h"
#include "run/record.h"
#include "train/enginelock.h"
#include "train/runfolder.h"
#include "train/trainer.h"

namespace anneal {

class CheckpointKeeper;

/// One engine process on one run folder, from "starting" to the last word in state.json.
class TrainingSession
{
public:
    explicit TrainingSession(std::filesystem::path runFolder);

    /// Trains to the end or to a stop; goes on from the newest complete checkpoint when there is one. May throw what
    /// torch throws.
    [[nodiscard]] Result<TrainingEnd> run();
    /// Writes how it ended (event, state.json) and returns the process's exit code.
    int finish(const Result<TrainingEnd> &outcome);

private:
    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<void> checkConfig();
    [[nodiscard]] Result<Dataset> loadData();
    [[nodiscard]] Result<TrainingEnd> train(const Dataset &dataset, torch::Device device);
    [[nodiscard]] Result<void> checkMeasure(const TaskSpec &task) const;
    void testOnce(Trainer &trainer, const Dataset &dataset, CheckpointKeeper &keeper, RunRecorder &recorder);
    void tellStart(Trainer &trainer, const Dataset &dataset, bool resumed);
    void announce(const std::string &phase);

    RunFolder m_folder;
    std::optional<EngineLock> m_lock;
    RunRecord m_record;
};

} // namespace anneal
