// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "bio/labels.h"
#include "bio/tokenizer.h"
#include "config/config.h"
#include "models/sequencemodel.h"
#include "optim/optimizer.h"
#include "plan/trained.h"

namespace anneal {

/// How far a run is. Together with the weights, the optimizer's moments and the configuration this is all there is to
/// know: data order, masks and dropout follow from the step.
struct Progress {
    std::int64_t step = 0; ///< updates done
    std::int64_t tokens = 0; ///< seen since the run began
    double trainingSeconds = 0; ///< pauses left out
    std::optional<double> validationLoss; ///< of the newest evaluation
    std::optional<double> measured; ///< checkpoint.metric_for_best_model there
    std::int64_t evaluatedStep = -1; ///< step of that evaluation
};

/// The heavy part of a run: what pause-and-free lets go.
struct TrainState {
    std::shared_ptr<SequenceModel> model;
    std::unique_ptr<Optimizer> optimizer;
};

/// Fresh weights (or those of model.init_from) and an optimizer on the device. The head is made for the labels.
[[nodiscard]] Result<TrainState> makeTrainState(const Config &config, const Tokenizer &tokenizer, torch::Device device,
                                                const Labels &labels = {});

/// Of the model as it was made; the plan's figure before the start is the same.
[[nodiscard]] TrainedParameters countParameters(SequenceModel &model);

} // namespace anneal
