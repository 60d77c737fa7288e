// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bio/pairtable.h"

namespace anneal {

/// [UNK] [CLS] [SEP] [PAD] [MASK], the first tokens of a vocabulary that is trained here, by id.
[[nodiscard]] const std::vector<std::string> &bpeSpecialNames();

/// A tokenizer.json that Hugging Face's `tokenizers` opens: byte pair encoding by characters, words between white
/// space, the first and the last of `ends` around a sequence. `tokens` by id, `merges` by rank.
struct BpeFileEnds {
    std::string before = "[CLS]"; ///< empty = none
    std::string after = "[SEP]"; ///< empty = none
    std::string unknown = "[UNK]"; ///< empty = none
    bool lowersCase = false;
};
[[nodiscard]] std::string bpeFileText(const std::vector<std::string> &tokens, const std::vector<TokenPair> &merges,
                                      const std::vector<std::string> &special = bpeSpecialNames(),
                                      const BpeFileEnds &ends = {});

} // namespace anneal
