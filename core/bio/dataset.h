// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "bio/sequencefile.h"
#include "bio/split.h"

namespace anneal {

struct DataRequest {
    std::string train, validation, splitFile, alphabet;
    double validationFraction = 0.1;
    std::int64_t maxLength = 1024; ///< tokens with specials
    bool windows = false;
    std::int64_t windowStride = 0; ///< 0 = maxLength − 2
    std::uint64_t seed = 0;
};

/// One model input: `length` residues of `sequence` from `start` on (specials are added by the batcher).
struct Sample {
    std::uint32_t sequence = 0;
    std::uint32_t start = 0;
    std::uint32_t length = 0;
    bool beginsSequence = true; ///< <cls> stands before it; always true for the first window
    bool endsSequence = true; ///< <eos> stands after it: always, unless a later window goes on
};

/// Tokens of a sample as the model sees it.
[[nodiscard]] inline std::int64_t tokenCount(const Sample &sample)
{
    return std::int64_t{sample.length} + (sample.beginsSequence ? 1 : 0) + (sample.endsSequence ? 1 : 0);
}

/// The data of a run: sequences, parts and the samples cut from them. Read once.
struct Dataset {
    SequenceSet sequences;
    SequenceSet validationSequences; ///< only with a second file; else empty
    bool separateValidation = false;
    std::vector<Sample> train;
    std::vector<Sample> validation; ///< index into validationSequences when separateValidation
    std::vector<ReadWarning> warnings;
    std::int64_t truncatedSequences = 0;
    std::uint64_t hash = 0; ///< of both files, the split and the request

    [[nodiscard]] const SequenceSet &validationSet() const
    {
        return separateValidation ? validationSequences : sequences;
    }
    [[nodiscard]] std::int64_t bytesInMemory() const;
    [[nodiscard]] std::int64_t trainTokens() const; ///< specials included
};

[[nodiscard]] Result<Dataset> loadDataset(const DataRequest &request, const ReadOptions &options = {});

/// Share of slots that are padding when consecutive samples (in `order`-less file order, shuffled with `seed`) fill
/// padded batches.
[[nodiscard]] double paddingFraction(const std::vector<Sample> &samples, int batchSize, std::uint64_t seed);

} // namespace anneal
