// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/sequencemodel.h"

namespace anneal {

/// What the model expects at one hidden residue.
struct MaskAnswer {
    std::int64_t position = 0; ///< residue, counted from 1
    std::vector<double> probabilities; ///< of every token of the vocabulary; their sum is 1
    std::vector<WideTokenId> ranking; ///< tokens, most likely first
};

/// Answers every mask of the sequence at once. Data error when there is none.
[[nodiscard]] Result<std::vector<MaskAnswer>> fillMask(const LoadedModel &model, std::string_view sequence);

} // namespace anneal
