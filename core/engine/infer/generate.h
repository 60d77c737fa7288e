// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/sequencemodel.h"

namespace anneal {

/// How a sequence is continued. The draw of each token depends on the seed, the sequence's number and its position
/// alone: a sequence made in pieces, each continuing the last, is the one made at once.
struct GenerateRequest {
    std::string prompt; ///< letters; may be empty
    std::int64_t maxNewTokens = 200;
    std::int64_t count = 1; ///< sequences
    double temperature = 1; ///< 0 = always the likeliest token
    std::int64_t topK = 0; ///< only the k likeliest tokens; 0 = all
    double topP = 1; ///< only the likeliest tokens that together reach this probability (Holtzman et al. 2020)
    std::int64_t seed = 0;
};

struct GeneratedSequence {
    std::string letters; ///< prompt and what follows it
    std::vector<double> logProbabilities; ///< of each new letter under the model, before temperature and cuts
    bool ended = false; ///< the model set an end itself
};

/// Continues the prompt letter by letter; special tokens other than the end are never chosen. Data error for a masked
/// model, an unknown letter, a prompt too long for the model, or a setting out of range.
[[nodiscard]] Result<std::vector<GeneratedSequence>> generate(const LoadedModel &model, const GenerateRequest &request);

/// [V] → the probabilities that a token is drawn from: temperature, then the k likeliest, then the nucleus.
[[nodiscard]] std::vector<double> drawingProbabilities(std::vector<double> logProbabilities,
                                                       const GenerateRequest &request);

} // namespace anneal
