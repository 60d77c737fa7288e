// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "bio/tokenizer.h"

namespace anneal {

/// The tokenizer of a Hugging Face model folder, from tokenizer.json or vocab.txt and what tokenizer_config.json and
/// special_tokens_map.json say about special tokens. A folder without these files is told by `vocabularySize`, the rows
/// of the model's embedding (0 = not known); a model may have more rows than its tokenizer has tokens, never fewer.
/// Data error in one sentence naming the file for anything else.
[[nodiscard]] Result<TokenizerPtr> readTokenizer(const std::filesystem::path &folder, std::int64_t vocabularySize = 0);

/// Writes the files from which readTokenizer() and transformers make the same tokenizer (bytes have no class in
/// transformers; only their name is written). `maxLength` in tokens. Storage error when that fails.
[[nodiscard]] Result<void> writeTokenizer(const std::filesystem::path &folder, const Tokenizer &tokenizer,
                                          std::int64_t maxLength);

} // namespace anneal
