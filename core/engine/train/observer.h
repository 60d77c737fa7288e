// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "optim/adamw.h"
#include "train/evaluation.h"

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
    std::optional<UpdateNorms> norms;
};

/// An update that was not done because its loss or gradient was not finite.
struct DivergenceReport {
    std::int64_t step = 0; ///< the update's number
    std::int64_t tokens = 0;
    double loss = 0;
    double gradientNorm = 0;
    double learningRate = 0;
    std::int64_t epoch = 0;
    std::string samples; ///< names of the sequences in the batch
};

/// Told what happens; called on the loop's thread, so nothing here may wait for a disk.
class TrainObserver
{
public:
    virtual ~TrainObserver() = default;
    virtual void phaseChanged(const std::string & /*phase*/) { }
    virtual void stepDone(const StepReport & /*report*/) { }
    virtual void evaluated(const EvaluationReport & /*report*/) { }
    virtual void diverged(const DivergenceReport & /*report*/) { }
};

} // namespace anneal
