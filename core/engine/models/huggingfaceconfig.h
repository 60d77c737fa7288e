// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "bio/tokenizer.h"
#include "config/config.h"
#include "models/sequencemodel.h"
#include "models/taskhead.h"

namespace anneal {

/// What a model folder's config.json says.
struct HuggingFaceConfig {
    ModelConfig model;
    std::int64_t vocabulary = 0;
    std::optional<std::int64_t> maskToken; ///< where the file names it
    std::int64_t maxLength = 1024; ///< tokens of one sequence
    TaskSpec task; ///< by the class that `architectures` names
};

/// Data error naming the file and the key for anything that this engine would compute differently.
[[nodiscard]] Result<HuggingFaceConfig> readHuggingFaceConfig(const std::filesystem::path &folder);

/// The text of config.json, in the layout of the family that the model belongs to (family.h).
[[nodiscard]] std::string huggingFaceConfigText(const SequenceModel &model, const Tokenizer &tokenizer,
                                                std::int64_t maxLength);

} // namespace anneal
