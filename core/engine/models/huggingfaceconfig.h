// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"
#include "bio/alphabet.h"
#include "config/config.h"

namespace anneal {

/// What a config.json of an ESM-2 says.
struct HuggingFaceConfig {
    ModelConfig model;
    std::int64_t vocabulary = 0;
    std::int64_t maxLength = 1024; ///< tokens of one sequence
};

/// Data error naming the file and the key for anything that this engine would compute differently.
[[nodiscard]] Result<HuggingFaceConfig> readHuggingFaceConfig(const std::filesystem::path &folder);

/// The text of config.json.
[[nodiscard]] std::string huggingFaceConfigText(const ModelConfig &config, const Alphabet &alphabet,
                                                std::int64_t maxLength);

} // namespace anneal
