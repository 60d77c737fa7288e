// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/memory.h"

#include <algorithm>

#include "plan/parameters.h"

namespace anneal {

namespace {

constexpr std::int64_t kFloatBytes = 4;
constexpr std::int64_t kAdamBytes = 8; ///< two fp32 moments of each parameter
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

std::int64_t activationBytes(const Config &config, std::int64_t tokens)
{
    const ActivationBytes &bytes = config.precision.compute == "bf16" ? kBf16 : kFp32;
    const auto width = static_cast<double>(config.model.hidden_size);
    const auto inner = static_cast<double>(config.model.intermediate_size);
    const double blocks =
        static_cast<double>(config.model.num_hidden_layers) * (bytes.keptPerWidth * width + bytes.keptPerInner * inner);
    const double oneBlock = bytes.transientPerWidth * width + bytes.transientPerInner * inner;
    const double outside = kOutsideBlocksPerWidth * width;
    // The head sees scored tokens only: input, GELU's input, norm's input and output, logits and their softmax.
    const double head =
        scoredShare(config) * kFloatBytes * (4 * width + 2 * static_cast<double>(vocabularySize(config)));
    return static_cast<std::int64_t>(kGaps * static_cast<double>(tokens) * (blocks + oneBlock + outside + head));
}

} // namespace

MemoryEstimate estimateMemory(const Config &config, const DataCounts &data)
{
    const std::int64_t parameters = parameterCount(config);
    const MatrixParameters matrices = matrixParameters(config);
    std::int64_t tokens = config.batch.tokens_per_device;
    if (data.trainTokens > 0)
        tokens = std::min(tokens, data.trainTokens);
    MemoryEstimate memory;
    memory.weights = parameters * kFloatBytes;
    if (config.precision.compute == "bf16")
        memory.weights += (matrices.layers + matrices.head) * 2; // copies that the products run on
    memory.gradients = parameters * kFloatBytes;
    memory.optimizer = parameters * kAdamBytes;
    memory.activations = activationBytes(config, tokens);
    memory.data = data.bytesInMemory;
    memory.base = kBaseBytes;
    return memory;
}

} // namespace anneal
