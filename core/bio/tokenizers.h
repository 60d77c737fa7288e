// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "bio/tokenizer.h"
#include "bio/trietokenizer.h"

namespace anneal {

/// The letters and special tokens of an alphabet with the alphabet's ids; for proteins this is ESM-2's tokenizer.
/// One object for each alphabet.
[[nodiscard]] TokenizerPtr letterTokenizer(const Alphabet &alphabet);

/// HyenaDNA's 12 characters. The hub's class puts only [SEP] after a sequence; the stand-alone one [CLS] before it too.
[[nodiscard]] TokenizerPtr hyenaDnaTokenizer(bool startToken = false);

/// [PAD] [UNK] [CLS] [SEP] [MASK] and 4^k overlapping k-mers, 3 ≤ k ≤ 6.
[[nodiscard]] TokenizerPtr dnabertTokenizer(int k);

/// 6-mers from left to right, what is left of them and N as single bases, <cls> before a sequence.
enum class NucleotideTransformer { V1, V2 };
[[nodiscard]] TokenizerPtr nucleotideTransformerTokenizer(NucleotideTransformer version,
                                                          UnknownText unknown = UnknownText::OnePerPiece);
/// The same rule for other k: the vocabulary is built as that of version 2.
[[nodiscard]] TokenizerPtr kmerTokenizer(int k);

/// What a configuration or a folder says about the tokenizer of its data.
struct TokenizerRequest {
    std::string name = "letters"; ///< letters | bytes | characters | kmer | kmer_overlapping | bpe
    int kmer = 6; ///< letters of a k-mer, 3–6
    std::string file; ///< for bpe: tokenizer.json, or the folder that holds it
};

/// Config error at data.tokenizer… for what cannot be, Data error for a file that cannot be used.
[[nodiscard]] Result<TokenizerPtr> makeTokenizer(const TokenizerRequest &request, const Alphabet &alphabet);

/// Tokens of the vocabulary without building it; only for bpe the file is read. That of the letters when the request
/// cannot be met.
[[nodiscard]] int tokenizerSize(const TokenizerRequest &request, const Alphabet &alphabet);

} // namespace anneal
