// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "infer/strands.h"
#include "models/sequencemodel.h"

namespace anneal {

/// What a model says of a sequence as a whole.
struct SequenceAnswer {
    /// One for each of the model's outputs: probabilities that sum to 1, probabilities each for itself (several
    /// labels), or numbers (regression).
    std::vector<double> values;
};
[[nodiscard]] Result<SequenceAnswer> classifySequence(const LoadedModel &model, std::string_view sequence,
                                                      Strands strands = Strands::Given);

/// Probabilities of the classes at every residue, [residues][classes].
[[nodiscard]] Result<std::vector<std::vector<double>>> labelResidues(const LoadedModel &model,
                                                                     std::string_view sequence);

/// The last hidden state: [residues][C], without <cls> and <eos>.
[[nodiscard]] Result<std::vector<std::vector<double>>>
embedResidues(const LoadedModel &model, std::string_view sequence, Strands strands = Strands::Given);

/// Its mean over the residues, [C].
[[nodiscard]] Result<std::vector<double>> embedSequence(const LoadedModel &model, std::string_view sequence,
                                                        Strands strands = Strands::Given);

} // namespace anneal
