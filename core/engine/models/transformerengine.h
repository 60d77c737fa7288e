// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/configreader.h"
#include "models/sequencemodel.h"
#include "models/weightfiles.h"

namespace anneal {

/// NVIDIA's layout of ESM-2 for its Transformer Engine (NVIDIA/bionemo-framework, bionemo-recipes/models/esm2): each
/// norm lies in the matrix after it; queries, keys and values are one matrix in which every head's rows stand together,
/// [H · 3 · D, C]; the vocabulary is padded to a multiple of 64 rows. Rotary frequencies and the contact head have no
/// place in it.

inline constexpr const char *kTransformerEngineType = "nv_esm"; ///< `model_type` of its config.json

/// By the names of its tensors.
[[nodiscard]] bool isTransformerEngineLayout(const std::vector<std::string> &names);

/// Where each tensor of a model of `vocabulary` tokens is found in a file that has `names`.
[[nodiscard]] StoredTensors storedInTransformerEngine(const std::vector<std::string> &names, const ModelConfig &config,
                                                      std::int64_t vocabulary);

/// What config.json must say, or leave out, for the file to hold what the above takes from it.
void checkTransformerEngineConfig(ConfigReader &reader);

/// Writes config.json, model.safetensors and the tokenizer's files. → the names of the tensors that have no place in
/// the layout and say something: a fitted contact head, frequencies that are not those Transformer Engine computes.
/// Data error for a model that is no ESM-2, or has a head that the layout has no class for.
[[nodiscard]] Result<std::vector<std::string>> saveTransformerEngineFolder(const std::filesystem::path &folder,
                                                                           SequenceModel &model,
                                                                           const Tokenizer &tokenizer,
                                                                           std::int64_t maxLength = 1024);

} // namespace anneal
