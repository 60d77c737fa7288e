// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/transformerblock.h"

#include <torch/torch.h>

namespace anneal {

TransformerBlock::TransformerBlock(const BlockDescription &description, const BlockNames &names,
                                   const std::string &prefix, Parameters &parameters)
    : m_description(description)
{
    const NormShape shape = description.normShape(description.width);
    m_attentionNorm = parameters.norm(prefix + names.attentionNorm, shape);
    m_attention = SelfAttention(description, names, prefix, parameters);
    m_channelNorm = parameters.norm(prefix + names.channelNorm, shape);
    m_channels = FeedForward(description, names, prefix, parameters);
    if (description.residualScale)
        m_residualScale = parameters.tensor(prefix + names.residualScale, {description.width}, Initial::one());
}

template <typename Part>
torch::Tensor TransformerBlock::withResidual(const torch::Tensor &x, const Norm &norm, const torch::Tensor &scale,
                                             bool training, const Part &part) const
{
    const torch::Tensor residual = scale.defined() ? x * scale : x;
    const auto branch = [&](const torch::Tensor &input) {
        return dropped(part(input), m_description.hiddenDropout, training);
    };
    switch (m_description.normPlace) {
    case NormPlace::After:
        return norm(residual + branch(x));
    case NormPlace::OnBranch:
        return residual + norm(branch(x));
    case NormPlace::Before:
        break;
    }
    return residual + branch(norm(x));
}

torch::Tensor TransformerBlock::forward(const torch::Tensor &x, const BlockContext &context, LayerCache *cache) const
{
    const torch::Tensor middle =
        withResidual(x, m_attentionNorm, {}, context.training,
                     [&](const torch::Tensor &input) { return m_attention(input, context, cache); });
    return withResidual(middle, m_channelNorm, m_residualScale, context.training, m_channels);
}

} // namespace anneal
