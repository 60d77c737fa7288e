// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "optim/optimizer.h"
#include "train/evaluation.h"
#include "train/guard.h"

namespace anneal {

/// One finished update.
struct StepReport {
    std::int64_t step = 0; ///< updates done, this one included
    std::int64_t tokens = 0; ///< seen since the run began
    double loss = 0; ///< mean over the targets of the effective batch, before the update
    double learningRate = 0;
    double gradientNorm = 0; ///< before clipping
    double tokensPerSecond = 0;
    double seconds = 0;
    std::int64_t expectedSteps = 0; ///< of the whole run, as it looks now
    std::optional<UpdateNorms> norms;
};

/// A step that the guard has something against, and what was done about it.
struct GuardReport {
    GuardVerdict verdict;
    std::int64_t step = 0; ///< the update's number
    std::int64_t tokens = 0;
    double loss = 0;
    double gradientNorm = 0;
    double learningRate = 0;
    std::int64_t epoch = 0;
    std::string samples; ///< names of the sequences in the batch
    std::string tensor; ///< where it went wrong first, where that can be told
    std::int64_t backTo = -1; ///< step that the run went back to
    double newRateScale = 1; ///< what live changes and the guard have multiplied the plan with since
};

/// The schedule cut the rate because evaluations got no better.
struct PlateauReport {
    std::int64_t step = 0;
    double before = 0, after = 0; ///< rate of the next update
    std::int64_t evaluations = 0;
};

/// Told what happens; called on the loop's thread, so nothing here may wait for a disk.
class TrainObserver
{
public:
    virtual ~TrainObserver() = default;
    virtual void phaseChanged(const std::string & /*phase*/) { }
    virtual void stepDone(const StepReport & /*report*/) { }
    virtual void evaluated(const EvaluationReport & /*report*/) { }
    virtual void guarded(const GuardReport & /*report*/) { }
    virtual void plateaued(const PlateauReport & /*report*/) { }
};

} // namespace anneal
