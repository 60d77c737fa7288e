// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "nn/feedforward.h"
#include "nn/selfattention.h"

namespace anneal {

/// One transformer block as described: attention, then the feed-forward part, each with its norm and residual.
class TransformerBlock
{
public:
    TransformerBlock(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                     Parameters &parameters);

    /// x [T, C] → [T, C]. Dropout acts only when `context.training`. `cache` as in SelfAttention.
    [[nodiscard]] torch::Tensor forward(const torch::Tensor &x, const BlockContext &context,
                                        LayerCache *cache = nullptr) const;

private:
    template <typename Part>
    [[nodiscard]] torch::Tensor withResidual(const torch::Tensor &x, const Norm &norm, const torch::Tensor &scale,
                                             bool training, const Part &part) const;

    BlockDescription m_description;
    Norm m_attentionNorm;
    SelfAttention m_attention;
    Norm m_channelNorm;
    FeedForward m_channels;
    torch::Tensor m_residualScale; ///< [C], or undefined
};

} // namespace anneal
