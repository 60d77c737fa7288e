// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bio/dataset.h"

namespace anneal {

/// What happened to sequences that are longer than a model input.
struct CutReport {
    std::vector<std::uint32_t> truncated;
    std::int64_t lostTokens = 0; ///< cut off, or between windows
    std::int64_t withoutBases = 0; ///< samples left out because every base is ambiguous
    std::vector<std::uint32_t> tooShort; ///< sequences without a token: shorter than a k-mer
};

/// Cuts the samples of some sequences: the beginning of each, or windows over all of it. Lengths are in tokens.
[[nodiscard]] std::vector<Sample> cutSamples(const TokenView &tokens, const std::vector<std::uint32_t> &sequences,
                                             const DataRequest &request, CutReport &report);

/// One warning for each thing in the report that took tokens away.
[[nodiscard]] std::vector<ReadWarning> cutWarnings(const SequenceSet &set, const Tokenizer &tokenizer,
                                                   const CutReport &report, const DataRequest &request);

/// Data error naming the first of the sequences that were cut, where the request wants none to be.
[[nodiscard]] Result<void> checkNoneCut(const SequenceSet &set, const std::string &path, const Tokenizer &tokenizer,
                                        const CutReport &report, const DataRequest &request);

} // namespace anneal
