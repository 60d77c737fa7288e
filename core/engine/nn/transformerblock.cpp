// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/transformerblock.h"

#include <torch/torch.h>

namespace anneal {
namespace {

torch::Tensor dropped(const torch::Tensor &x, double probability, bool training)
{
    return training && probability > 0 ? torch::dropout(x, probability, true) : x;
}

} // namespace

TransformerBlock::TransformerBlock(const BlockDescription &description, const BlockNames &names,
                                   const std::string &prefix, Parameters &parameters)
    : m_description(description)
{
    const std::int64_t width = description.width;
    m_attentionNorm = parameters.layerNorm(prefix + names.attentionNorm, width, description.normEps);
    m_query = parameters.linear(prefix + names.query, width, width);
    m_key = parameters.linear(prefix + names.key, width, width);
    m_value = parameters.linear(prefix + names.value, width, width);
    m_attentionOutput = parameters.linear(prefix + names.attentionOutput, width, width);
    m_channelNorm = parameters.layerNorm(prefix + names.channelNorm, width, description.normEps);
    m_up = parameters.linear(prefix + names.up, width, description.innerWidth);
    m_down = parameters.linear(prefix + names.down, description.innerWidth, width);
}

torch::Tensor TransformerBlock::attend(const torch::Tensor &x, const RotaryAngles &angles, const Packing &packing,
                                       bool training) const
{
    // One wide product is faster than three narrow ones; the weights stay apart because checkpoints name them apart.
    const torch::Tensor weight = torch::cat({m_query.weight, m_key.weight, m_value.weight});
    const torch::Tensor bias = torch::cat({m_query.bias, m_key.bias, m_value.bias});
    const std::int64_t heads = m_description.heads;
    const torch::Tensor qkv = torch::linear(x, weight, bias).view({x.size(0), 3, heads, m_description.width / heads});
    return packedAttention(qkv, angles, packing, training ? m_description.attentionDropout : 0);
}

torch::Tensor TransformerBlock::forward(const torch::Tensor &x, const RotaryAngles &angles, const Packing &packing,
                                        bool training) const
{
    const torch::Tensor attended = m_attentionOutput(attend(m_attentionNorm(x), angles, packing, training));
    const torch::Tensor middle = x + dropped(attended, m_description.hiddenDropout, training);
    const torch::Tensor channels = m_down(torch::gelu(m_up(m_channelNorm(middle))));
    return middle + dropped(channels, m_description.hiddenDropout, training);
}

} // namespace anneal
