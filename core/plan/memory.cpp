// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/memory.h"

#include <algorithm>

#include "plan/optimizerbytes.h"
#include "plan/parameters.h"
#include "plan/trained.h"

namespace anneal {

namespace {

constexpr std::int64_t kFloatBytes = 4;
constexpr std::int64_t kBaseBytes = 260ll << 20;

/// What autograd keeps of one token in one block until the backward pass, and what one block needs on top while it is
/// worked on; in bytes for each channel of the width and of the feed-forward part. Attention keeps no probabilities:
/// the fused kernels recompute them.
struct ActivationBytes {
    double keptPerWidth;
    double keptPerInner;
    double transientPerWidth;
    double transientPerInner;
};

/// Width: inputs of both norms, their outputs, query, key, value and attention's output. Inner: GELU's input and
/// output.
constexpr ActivationBytes kFp32 = {8 * 4, 2 * 4, 4 * 4, 2 * 4};
/// The inputs of the norms stay fp32, all else is bf16.
constexpr ActivationBytes kBf16 = {2 * 4 + 6 * 2, 2 * 2, 4 * 4, 2 * 2};

/// Embedding, its scaled copy, the last norm's input and output.
constexpr double kOutsideBlocksPerWidth = 4 * 4;
/// What the allocator's gaps add; measured on ESM-2 8M and 35M shapes (bench_step).
constexpr double kGaps = 1.05;

/// A frozen matrix needs no copy of its input for a gradient of its own: the outputs of one norm and of the
/// activation are not kept.
ActivationBytes activationsOf(const Config &config)
{
    const bool isHalf = config.precision.compute == "bf16";
    ActivationBytes bytes = isHalf ? kBf16 : kFp32;
    if (config.adapter.method == "lora") {
        bytes.keptPerWidth -= isHalf ? 2 : 4;
        bytes.keptPerInner /= 2;
    }
    return bytes;
}

/// Blocks that a gradient passes.
std::int64_t keepingBlocks(const Config &config)
{
    const std::int64_t layers = config.model.num_hidden_layers;
    if (config.adapter.method == "head")
        return 0;
    return config.adapter.method == "upper_layers" ? std::max<std::int64_t>(0, layers - config.adapter.frozen_layers)
                                                   : layers;
}

std::int64_t activationBytes(const Config &config, std::int64_t tokens)
{
    const ActivationBytes bytes = activationsOf(config);
    const auto width = static_cast<double>(config.model.hidden_size);
    const auto inner = static_cast<double>(config.model.intermediate_size);
    const double blocks =
        static_cast<double>(keepingBlocks(config)) * (bytes.keptPerWidth * width + bytes.keptPerInner * inner);
    const double oneBlock = bytes.transientPerWidth * width + bytes.transientPerInner * inner;
    const double outside = kOutsideBlocksPerWidth * width;
    // The head sees scored tokens only: input, GELU's input, norm's input and output, logits and their softmax.
    const double head =
        scoredShare(config) * kFloatBytes * (4 * width + 2 * static_cast<double>(vocabularySize(config)));
    return static_cast<std::int64_t>(kGaps * static_cast<double>(tokens) * (blocks + oneBlock + outside + head));
}

} // namespace

MemoryEstimate estimateMemory(const Config &config, const DataCounts &data, const TrainedParameters &parameters)
{
    const MatrixParameters matrices = matrixParameters(config);
    std::int64_t tokens = config.batch.tokens_per_device;
    if (data.trainTokens > 0)
        tokens = std::min(tokens, data.trainTokens);
    MemoryEstimate memory;
    memory.weights = parameters.all * kFloatBytes;
    if (config.precision.compute == "bf16")
        memory.weights += (matrices.layers + matrices.head) * 2; // copies that the products run on
    memory.gradients = parameters.trained * kFloatBytes;
    memory.optimizer = optimizerBytes(config, data.outputs);
    memory.activations = activationBytes(config, tokens);
    memory.data = data.bytesInMemory;
    memory.base = kBaseBytes;
    return memory;
}

} // namespace anneal
