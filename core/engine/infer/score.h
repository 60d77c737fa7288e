// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "infer/strands.h"
#include "models/sequencemodel.h"

namespace anneal {

struct SequenceScore {
    std::int64_t length = 0; ///< residues
    double loss = 0; ///< mean −log p of the residues that are there, in nats; NaN when all are hidden
    std::vector<std::vector<double>> logProbabilities; ///< [length][tokens of the vocabulary]
};

/// Log-probability of every token at every residue. `pseudo`: each residue is hidden while it is scored; else a masked
/// model sees the sequence as it is, and a causal one what stands before the residue. Of both strands: the means of
/// loss and log-probabilities, those of the other strand at the residue's partner for the token's counterpart.
[[nodiscard]] Result<SequenceScore> scoreSequence(const LoadedModel &model, std::string_view sequence, bool pseudo,
                                                  Strands strands = Strands::Given);

} // namespace anneal
