// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "nn/attention.h"
#include "nn/parameters.h"

namespace anneal {

/// Size and behaviour of one block.
struct BlockDescription {
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t innerWidth = 0;
    double normEps = 1e-5;
    double hiddenDropout = 0;
    double attentionDropout = 0;
};

/// How a model family names the parts of a block, after the block's own prefix.
struct BlockNames {
    std::string attentionNorm, query, key, value, attentionOutput, channelNorm, up, down;
};

/// Pre-norm transformer block: x + attention(norm(x)), then x + down(gelu(up(norm(x)))). GELU is the exact, erf one.
class TransformerBlock
{
public:
    TransformerBlock(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                     Parameters &parameters);

    /// x [T, C] → [T, C]. Dropout acts only when `training`.
    [[nodiscard]] torch::Tensor forward(const torch::Tensor &x, const RotaryAngles &angles, const Packing &packing,
                                        bool training) const;

private:
    [[nodiscard]] torch::Tensor attend(const torch::Tensor &x, const RotaryAngles &angles, const Packing &packing,
                                       bool training) const;

    BlockDescription m_description;
    LayerNorm m_attentionNorm;
    Linear m_query, m_key, m_value, m_attentionOutput;
    LayerNorm m_channelNorm;
    Linear m_up, m_down;
};

} // namespace anneal
