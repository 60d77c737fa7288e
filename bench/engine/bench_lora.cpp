// SPDX-License-Identifier: GPL-3.0-or-later
// A training step with low-rank adapters against one of the whole model, on the ESM-2 150M shape and the same batch:
// time and peak memory, each in a process of its own. usage: bench_lora [tokens]
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "childprocess.h"
#include "models/sequencemodel.h"
#include "optim/optimizerfactory.h"
#include "stopwatch.h"

using namespace anneal;

namespace {

constexpr std::int64_t kLength = 256; // tokens of one sequence
constexpr int kSteps = 4, kRounds = 2;

ModelConfig esm2_150M()
{
    ModelConfig config;
    config.num_hidden_layers = 30;
    config.hidden_size = 640;
    config.num_attention_heads = 20;
    config.intermediate_size = 2560;
    return config;
}

AdapterSpec adapter()
{
    AdapterSpec spec;
    spec.rank = 8;
    spec.alpha = 16;
    spec.targets = {"query", "value"}; // as adapter.target_modules has them
    return spec;
}

/// 15 % of the residues are hidden and scored.
PackedBatch makeBatch(std::int64_t tokens)
{
    PackedBatch batch;
    batch.tokens = torch::randint(4, 24, {tokens}, torch::kInt64);
    batch.positions = torch::arange(tokens) % kLength;
    for (std::int64_t row = 0; row <= tokens; row += kLength)
        batch.boundaries.push_back(row);
    batch.longest = kLength;
    batch.targetRows = torch::rand({tokens}).lt(0.15).nonzero().flatten();
    batch.targets = batch.tokens.index_select(0, batch.targetRows);
    batch.tokens.index_fill_(0, batch.targetRows, Alphabet::protein().mask());
    return batch;
}

/// The fastest step of a few. The first also makes the optimizer's state, so that the peak is a true one.
int runAsChild(const std::string &part, std::int64_t tokens)
{
    torch::manual_seed(0);
    FineTuning fineTuning;
    if (part == "lora")
        fineTuning.adapter = adapter();
    const auto model = makeModel(esm2_150M(), *letterTokenizer(Alphabet::protein()), 0, torch::kFloat32, fineTuning);
    if (part == "weights") // of both kinds of training alike
        return printFigures(1e-9), 0;
    model->train();
    const auto optimizer = makeOptimizer(model->namedTensors(), OptimizerConfig{});
    const PackedBatch batch = makeBatch(tokens);
    printFigures(fastestSeconds(kSteps, [&] {
        (model->lossSum(batch) / static_cast<double>(batch.numTargets())).backward();
        optimizer->step(1e-4);
        for (const auto &[name, tensor] : model->namedTensors())
            tensor.mutable_grad() = torch::Tensor();
    }));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (argc == 3)
        return runAsChild(argv[1], std::atoll(argv[2]));
    const std::string tokens = argc > 1 ? argv[1] : "1024";
    const double weights = runPart("weights " + tokens).peakBytes;
    ChildFigures full{1e9, 0}, lora{1e9, 0};
    for (int round = 0; round < kRounds; ++round)
        for (const char *part : {"full", "lora"}) {
            const ChildFigures one = runPart(std::string(part) + " " + tokens);
            ChildFigures &best = std::strcmp(part, "full") == 0 ? full : lora;
            best = {std::min(best.seconds, one.seconds), std::max(best.peakBytes, one.peakBytes)};
        }
    std::printf("%s tokens a step: whole model %.2f s, LoRA %.2f s: %.2f times (at most 0.75)\n", tokens.c_str(),
                full.seconds, lora.seconds, lora.seconds / full.seconds);
    std::printf("peak memory %.0f and %.0f MB: %.2f times (at most 0.5); above program and weights (%.0f MB) %.0f and "
                "%.0f MB: %.2f times\n",
                full.peakBytes / 1e6, lora.peakBytes / 1e6, lora.peakBytes / full.peakBytes, weights / 1e6,
                (full.peakBytes - weights) / 1e6, (lora.peakBytes - weights) / 1e6,
                (lora.peakBytes - weights) / (full.peakBytes - weights));
    return 0;
}
