// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "infer/query.h"

namespace anneal {

/// Whether an answer is about the sequence as it is given, or the mean of it and of its other strand (its reverse
/// complement), which then does not depend on the strand that was given.
enum class Strands { Given, Both };

/// The same piece of DNA or RNA, read from the other strand. Hidden residues stay hidden.
/// Data error for proteins and for tokenizers that may cut the other strand into another number of tokens.
[[nodiscard]] Result<Query> otherStrand(const LoadedModel &model, const Query &query);

/// Data error unless residue i of one strand is residue n − 1 − i of the other: not so for k-mers side by side.
[[nodiscard]] Result<void> checkResiduesMeet(const LoadedModel &model);

/// The token that stands for each token on the other strand, by id. For tokenizers that otherStrand() takes.
[[nodiscard]] std::vector<WideTokenId> counterparts(const LoadedModel &model);

using Rows = std::vector<std::vector<double>>;

/// The mean of two answers of one size.
[[nodiscard]] std::vector<double> meanOf(const std::vector<double> &one, const std::vector<double> &other);
/// Row i of `given` and row n − 1 − i of `other`, whose columns are put in the order of `columns` unless that is empty.
[[nodiscard]] Rows meanOfStrands(const Rows &given, const Rows &other, const std::vector<WideTokenId> &columns = {});

} // namespace anneal
