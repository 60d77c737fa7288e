// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "config/config.h"
#include "plan/tensors.h"

namespace anneal {

/// Parameters of the model that a run makes, and those of them that the optimizer changes.
struct TrainedParameters {
    std::int64_t trained = 0;
    std::int64_t all = 0; ///< low-rank updates included
};

/// By the settings alone, without a tensor. `outputs`: classes or numbers that the head of a task with labels names, 0
/// where they are not known yet (then one is counted). Equal to the engine's counts for the layouts of ESM-2, BERT,
/// GPT-2 and Llama; modules to save are recognised when they are embeddings or heads.
[[nodiscard]] TrainedParameters trainedParameters(const Config &config, std::int64_t outputs = 0);

/// The tensors that the optimizer changes, for the same settings.
[[nodiscard]] PlannedTensors trainedTensors(const Config &config, std::int64_t outputs = 0);

/// "all of 814,369", or "12,288 of 826,657 (1.5 %)".
[[nodiscard]] std::string trainedText(const TrainedParameters &parameters);

} // namespace anneal
