// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"
#include "bio/alphabet.h"

namespace anneal {

/// vocab.txt, tokenizer_config.json and special_tokens_map.json as transformers' EsmTokenizer reads them.
[[nodiscard]] Result<void> writeTokenizerFiles(const std::filesystem::path &folder, const Alphabet &alphabet,
                                               std::int64_t maxLength);

/// The alphabet of a model folder: the one whose tokens vocab.txt lists. A folder without that file is told by the size
/// of its vocabulary. Data error when no known alphabet fits.
[[nodiscard]] Result<const Alphabet *> readAlphabet(const std::filesystem::path &folder, std::int64_t vocabulary);

} // namespace anneal
