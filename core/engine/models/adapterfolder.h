// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "models/sequencemodel.h"
#include "models/weightsreader.h"

namespace anneal {

/// Reads a PEFT folder (adapter_config.json, adapter_model.safetensors) for the model in `base`, and both into one
/// model. Data error naming file and tensor. `shared` as in readWeights().
[[nodiscard]] Result<std::shared_ptr<SequenceModel>> loadAdapted(const std::filesystem::path &base,
                                                                 const std::filesystem::path &adapter,
                                                                 torch::Dtype dtype = torch::kFloat32,
                                                                 const SharedTensors &shared = {});

/// Copies the tensors of a PEFT folder into a model that was made with the same adapter (resume).
[[nodiscard]] Result<void> loadAdapterTensors(const std::filesystem::path &adapter, SequenceModel &model);

/// Writes a PEFT folder that peft opens: adapter_model.safetensors and adapter_config.json.
[[nodiscard]] Result<void> saveAdapter(const std::filesystem::path &folder, SequenceModel &model);

} // namespace anneal
