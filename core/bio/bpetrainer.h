// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "bio/bpetokenizer.h"
#include "bio/sequencefile.h"

namespace anneal {

struct BpeTraining {
    std::int64_t vocabularySize = 4096; ///< tokens, special ones and single letters included
    std::int64_t minimumCount = 2; ///< rarer pairs are not merged
    std::int64_t mostLetters = 50'000'000; ///< of a larger file evenly spaced pieces are read
    /// Called now and then with the share done (0–1); return false to cancel (Data error "cancelled").
    std::function<bool(double)> progress;
};

/// Learns byte pair encoding of letters from sequences: again and again the two neighbouring tokens that occur most
/// often become one; of equally frequent ones those of the lowest ids. The same sequences give the same vocabulary on
/// every machine. Ambiguous letters are tokens of their own and never merge. May end with fewer tokens than asked for,
/// when no pair occurs often enough. Config error at "vocabulary size" when there is no room for the single letters.
[[nodiscard]] Result<std::shared_ptr<const BpeTokenizer>> trainBpe(const SequenceSet &sequences,
                                                                   const BpeTraining &training);

} // namespace anneal
