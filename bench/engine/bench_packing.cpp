// SPDX-License-Identifier: GPL-3.0-or-later
// Packed batches against padded ones at the same precision: secondary structure on the ESM-2 8M shape, forward and
// backward, the same sequences and targets. The padded batch is the packed one with every sequence filled up to the
// longest by padding that is computed like residues: what a rectangle costs a model that masks it afterwards.
// usage: bench_packing [sequences of a batch]
#include <cstdio>
#include <cstdlib>

#include "batch/trainingdata.h"
#include "config/configio.h"
#include "config/presets.h"
#include "models/sequencemodel.h"
#include "plan/datacounts.h"
#include "stopwatch.h"
#include "train/finetuning.h"

using namespace anneal;

namespace {

constexpr int kRounds = 4;

Config secondaryStructure()
{
    Config config = findPreset("esm2-8m")->config;
    config.data.train = "sample:secondary_structure";
    config.objective.task = "token_classification";
    config.objective.classifier_dropout = 0;
    return resolvePaths(config);
}

/// The first `count` sequences of a batch.
PackedBatch firstSequences(const PackedBatch &all, std::int64_t count)
{
    PackedBatch batch;
    batch.boundaries.assign(all.boundaries.begin(), all.boundaries.begin() + count + 1);
    const std::int64_t tokens = batch.boundaries.back();
    batch.tokens = all.tokens.slice(0, 0, tokens);
    batch.positions = all.positions.slice(0, 0, tokens);
    const torch::Tensor inside = all.targetRows.lt(tokens).nonzero().flatten();
    batch.targetRows = all.targetRows.index_select(0, inside);
    batch.targets = all.targets.index_select(0, inside);
    for (std::size_t i = 0; i + 1 < batch.boundaries.size(); ++i)
        batch.longest = std::max(batch.longest, batch.boundaries[i + 1] - batch.boundaries[i]);
    return batch;
}

PackedBatch padded(const PackedBatch &packed, std::int64_t padToken)
{
    const std::int64_t count = packed.numSequences(), longest = packed.longest;
    PackedBatch batch;
    batch.tokens = torch::full({count * longest}, padToken, torch::kInt64);
    batch.positions = torch::arange(longest).repeat({count});
    batch.longest = longest;
    torch::Tensor rowOf = torch::empty({packed.numTokens()}, torch::kInt64);
    batch.boundaries.push_back(0);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t first = packed.boundaries[static_cast<std::size_t>(i)],
                           last = packed.boundaries[static_cast<std::size_t>(i) + 1];
        rowOf.slice(0, first, last).copy_(torch::arange(last - first) + i * longest);
        batch.boundaries.push_back((i + 1) * longest);
    }
    batch.tokens.index_copy_(0, rowOf, packed.tokens);
    batch.targetRows = rowOf.index_select(0, packed.targetRows);
    batch.targets = packed.targets;
    return batch;
}

double secondsOf(SequenceModel &model, const PackedBatch &batch)
{
    return fastestSeconds(2, [&] {
        model.lossSum(batch).backward();
        for (const auto &[name, tensor] : model.namedTensors())
            tensor.mutable_grad() = torch::Tensor();
    });
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::int64_t sequences = argc > 1 ? std::atoll(argv[1]) : 32;
    const Config config = secondaryStructure();
    const auto dataset = loadDataset(dataRequest(config));
    if (!dataset)
        return std::fprintf(stderr, "%s\n", dataset.error().text().c_str()), 3;
    const auto model =
        makeModel(config.model, dataset->usedTokenizer(), 0, torch::kFloat32, fineTuning(config, dataset->labels));
    model->train();
    const EffectiveBatch effective = TrainingData(*dataset, config).batchOf(0);
    const PackedBatch &all = effective.microBatches.front();
    const PackedBatch packed = firstSequences(all, std::min(sequences, all.numSequences()));
    const PackedBatch filled = padded(packed, Alphabet::protein().pad());
    double packedSeconds = 1e9, paddedSeconds = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        packedSeconds = std::min(packedSeconds, secondsOf(*model, packed));
        paddedSeconds = std::min(paddedSeconds, secondsOf(*model, filled));
    }
    const auto tokens = static_cast<double>(packed.numTokens());
    const double padding = 1 - tokens / static_cast<double>(filled.numTokens());
    std::printf("%lld proteins, %.0f tokens, longest %lld: %.1f %% of the rectangle is padding\n",
                static_cast<long long>(packed.numSequences()), tokens, static_cast<long long>(packed.longest),
                100 * padding);
    std::printf("real tokens/s: packed %.0f, padded %.0f: %.2f times (at least 0.95 / (1 - padding) = %.2f)\n",
                tokens / packedSeconds, tokens / paddedSeconds, paddedSeconds / packedSeconds, 0.95 / (1 - padding));
    return 0;
}
