// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "bio/columns.h"
#include "bio/labels.h"
#include "bio/sequencefile.h"
#include "bio/split.h"
#include "bio/tokenizers.h"
#include "bio/tokenset.h"

namespace anneal {

struct DataRequest {
    std::string train, validation, splitFile, alphabet;
    double validationFraction = 0.1;
    std::int64_t maxLength = 1024; ///< tokens, start and end token included
    bool windows = false;
    bool refusesLong = false; ///< a sequence beyond maxLength is an error
    std::int64_t windowStride = 0; ///< tokens; 0 = maxLength without start and end token
    std::uint64_t seed = 0;
    TokenizerRequest tokenizer;
    bool keepsCase = false; ///< keep which letters are lower case, to weigh them
    bool needsMask = false; ///< refuse a tokenizer without a token that hides others
    LabelRequest labels; ///< which labels, and where tables keep what
};

/// One model input: `length` tokens of `sequence` from `start` on (start and end token are added by the batcher).
struct Sample {
    std::uint32_t sequence = 0;
    std::uint32_t start = 0;
    std::uint32_t length = 0;
    bool beginsSequence = true; ///< the start token stands before it: the first window, where the tokenizer has one
    bool endsSequence = true; ///< the end token stands after it: unless a later window goes on or there is none
};

/// Tokens of a sample as the model sees it.
[[nodiscard]] inline std::int64_t tokenCount(const Sample &sample)
{
    return std::int64_t{sample.length} + (sample.beginsSequence ? 1 : 0) + (sample.endsSequence ? 1 : 0);
}

/// The data of a run: sequences, their tokens, parts and the samples cut from them. Read once.
struct Dataset {
    SequenceSet sequences;
    SequenceSet validationSequences; ///< only with a second file; else empty
    bool separateValidation = false;
    TokenizerPtr tokenizer; ///< nullptr: the letters of the alphabet, which are tokens as they were read
    TokenSet tokens; ///< of `sequences`, only with a tokenizer
    TokenSet validationTokens; ///< of `validationSequences`
    Labels labels; ///< of `sequences`
    Labels validationLabels; ///< of `validationSequences`; the same classes
    std::vector<float> weights; ///< of `sequences`; empty = all count the same
    std::vector<float> validationWeights;
    std::vector<Sample> train;
    std::vector<Sample> validation; ///< index into validationSequences when separateValidation
    std::vector<std::uint32_t> test; ///< sequences kept apart, neither trained nor validated on
    std::vector<Sample> testSamples; ///< cut from them
    std::vector<ReadWarning> warnings;
    std::vector<ReadWarning> notes; ///< facts that need no decision: columns that are not used, soft masking, …
    std::int64_t truncatedSequences = 0;
    std::uint64_t hash = 0; ///< of both files, the split and the request

    [[nodiscard]] const SequenceSet &validationSet() const
    {
        return separateValidation ? validationSequences : sequences;
    }
    [[nodiscard]] const Tokenizer &usedTokenizer() const;
    /// What the samples of each part are cut from.
    [[nodiscard]] TokenView trainTokenView() const { return viewOf(sequences, tokens); }
    [[nodiscard]] TokenView validationTokenView() const
    {
        return separateValidation ? viewOf(validationSequences, validationTokens) : viewOf(sequences, tokens);
    }
    [[nodiscard]] const Labels &validationLabelSet() const { return separateValidation ? validationLabels : labels; }
    [[nodiscard]] std::int64_t bytesInMemory() const;
    [[nodiscard]] std::int64_t trainTokens() const; ///< specials included

private:
    [[nodiscard]] TokenView viewOf(const SequenceSet &letters, const TokenSet &cut) const;
};

/// Reads FASTA, FASTQ or a table. A split column decides where there is neither a split file nor a second file; rows
/// are held out by hash when it names no validation part.
[[nodiscard]] Result<Dataset> loadDataset(const DataRequest &request, const ReadOptions &options = {});

/// Share of slots that are padding when consecutive samples (in `order`-less file order, shuffled with `seed`) fill
/// padded batches.
[[nodiscard]] double paddingFraction(const std::vector<Sample> &samples, int batchSize, std::uint64_t seed);

} // namespace anneal
