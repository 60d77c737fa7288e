// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "models/sequencemodel.h"

namespace anneal {

/// Tensors of a folder that a model in memory holds as the folder's files have them, by the name that the model uses.
using SharedTensors = std::map<std::string, torch::Tensor>;

/// A model's tensors that its adapter did not train: what the folder of its base holds.
[[nodiscard]] SharedTensors unchangedTensors(SequenceModel &model);

/// Copies a model's tensors out of a folder's files, each once and straight to its place, and accounts for every tensor
/// in them. With `anyHead` the folder's head may be made for another task. Tensors in `shared` are not read: the model
/// gets the memory that they have, unless its adapter trains them. → whether the folder's head was used.
[[nodiscard]] Result<bool> readWeights(const std::filesystem::path &folder, SequenceModel &model, bool anyHead,
                                       const SharedTensors &shared = {});

} // namespace anneal
