// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "nn/layers.h"
#include "nn/parameters.h"

namespace anneal {

/// Where a part f of a block meets its norm.
enum class NormPlace {
    Before, ///< x + f(norm(x)): pre-norm (GPT-2, ESM-2, Llama)
    After, ///< norm(x + f(x)): post-norm (Vaswani et al. 2017, BERT)
    OnBranch, ///< x + norm(f(x)): residual post-norm (Swin v2)
};

/// NormFormer's learned factor of each head (Shleifer et al. 2021): on the heads themselves, as the paper and DALL·E
/// Mini have it, or on slices of the projected output, as fairseq has it.
enum class HeadScale { None, BeforeOutput, AfterOutput };

/// Size and behaviour of one transformer block.
struct BlockDescription {
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t keyValueHeads = 0; ///< divides `heads`: grouped-query attention (Ainslie et al. 2023)
    std::int64_t headWidth = 0;
    std::int64_t innerWidth = 0;
    NormKind norm = NormKind::LayerNorm;
    NormPlace normPlace = NormPlace::Before;
    double normEps = 1e-5;
    bool normBias = true;
    bool attentionBias = true;
    bool channelBias = true;
    Activation activation = Activation::Gelu;
    bool gated = false; ///< down(activation(gate(x)) · up(x)) instead of down(activation(up(x))) (Shazeer 2020)
    bool causal = false;
    bool queryKeyNorm = false; ///< RMSNorm of each head's query and key (Henry et al. 2020; Qwen 3's form)
    bool cosine = false; ///< unit queries and keys, learned scale of at most 100 (Swin v2, Liu et al. 2022)
    bool normAfterAttention = false; ///< NormFormer: of what attention adds
    bool normBeforeDown = false; ///< NormFormer: of the activated inner channels
    HeadScale headScale = HeadScale::None;
    bool residualScale = false; ///< NormFormer: a learned factor of each channel on the feed-forward's residual
    bool zeroInitialOutput = false; ///< both parts add nothing at first
    double hiddenDropout = 0;
    double attentionDropout = 0;

    [[nodiscard]] NormShape normShape(std::int64_t of) const { return {of, normEps, norm, normBias}; }
    [[nodiscard]] Initial outputInitial() const { return zeroInitialOutput ? Initial::zero() : Initial::normal(); }
};

/// How a model family names the parts of a block, after the block's own prefix. `queryKeyValue` stands for all three
/// where a family stores them as one matrix.
struct BlockNames {
    std::string attentionNorm, query, key, value, queryKeyValue, attentionOutput;
    std::string queryNorm, keyNorm, logitScale, headScale, attentionOutputNorm;
    std::string channelNorm, gate, up, innerNorm, down, residualScale;
    bool inputFirst = false; ///< matrices are stored [in, out]
};

} // namespace anneal
