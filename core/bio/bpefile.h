// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "bio/bpetokenizer.h"

namespace anneal {

/// Names that a model folder gives its special tokens (special_tokens_map.json, tokenizer_config.json); empty = by the
/// usual names ("[CLS]", "<s>", "<mask>", …).
struct SpecialNames {
    std::string cls, pad, eos, unk, mask;
};

/// The tokenizer of a Hugging Face tokenizer.json with a model of type BPE. `where` names the file in errors. Without
/// an alphabet, DNA is assumed when every token without special ones is made of bases. Data error naming the part of
/// the file that is missing or asks for what is not supported.
[[nodiscard]] Result<std::shared_ptr<const BpeTokenizer>> parseBpe(std::string text, const std::string &where,
                                                                   const Alphabet *alphabet = nullptr,
                                                                   const SpecialNames &names = {});

/// Reads the file; Storage error when it cannot be read.
[[nodiscard]] Result<TokenizerPtr> readBpeFile(const std::filesystem::path &path, const Alphabet *alphabet = nullptr,
                                               const SpecialNames &names = {});

/// The alphabet whose letters the tokens are made of; nullptr when that is none or more than one.
[[nodiscard]] const Alphabet *guessAlphabet(const Vocabulary &vocabulary);

/// The special tokens by the given names, else by the usual ones.
[[nodiscard]] SpecialTokens findSpecialTokens(const Vocabulary &vocabulary, const SpecialNames &names = {});

} // namespace anneal
