// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "batch/packedbatch.h"
#include "models/sequencemodel.h"

namespace anneal {

/// One sequence as a model reads it: start token, residues, end token, where its tokenizer has those two. A residue is
/// whatever one token stands for: a letter, or several. Residue i (from 0) is token i + first.
struct Query {
    std::vector<WideTokenId> tokens;
    std::vector<std::int64_t> masked; ///< residues that are hidden, ascending
    std::int64_t first = 1; ///< 0 without a start token
    std::int64_t specials = 2;

    [[nodiscard]] std::int64_t numResidues() const { return static_cast<std::int64_t>(tokens.size()) - specials; }
};

/// Letters in either case; "<mask>", "_" and "?" stand for one hidden residue; white space is skipped.
/// Data error for an unknown letter (with its place), an empty sequence, or one that is too long for the model.
[[nodiscard]] Result<Query> parseQuery(std::string_view text, const LoadedModel &model);

/// Sequences laid end to end, without targets, on the model's device.
[[nodiscard]] PackedBatch packQueries(const std::vector<std::vector<WideTokenId>> &sequences, torch::Device device);

/// Log-probabilities [rows, V] in fp32 or wider of chosen rows of a pack. No gradient is kept.
[[nodiscard]] torch::Tensor logProbabilities(const LoadedModel &model, const PackedBatch &batch, const torch::Tensor &rows);
/// The same of logits [N, rows of the embedding] → [N, tokens of the tokenizer]: a model may have more rows than tokens.
[[nodiscard]] torch::Tensor logProbabilities(const LoadedModel &model, const torch::Tensor &logits);

/// Where a model's tensors lie.
[[nodiscard]] torch::Device deviceOf(SequenceModel &model);

} // namespace anneal
