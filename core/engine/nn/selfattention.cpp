// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/selfattention.h"

#include <cmath>

#include <torch/torch.h>

namespace anneal {
namespace {

const double kLargestLogitScale = std::log(100.0);
const Initial kFirstLogitScale{std::log(10.0)};

torch::Tensor unit(const torch::Tensor &x)
{
    constexpr double kSmallest = 1e-12; // as torch's normalize()
    return x / x.norm(2, -1, true).clamp_min(kSmallest);
}

} // namespace

SelfAttention::SelfAttention(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                             Parameters &parameters)
    : m_description(description)
{
    const std::int64_t queries = description.heads * description.headWidth;
    const std::int64_t keys = description.keyValueHeads * description.headWidth;
    const auto projection = [&](const std::string &name, std::int64_t out, bool bias) {
        return parameters.linear(prefix + name, {description.width, out, bias, names.inputFirst});
    };
    const bool bias = description.attentionBias;
    if (names.queryKeyValue.empty()) {
        m_query = projection(names.query, queries, bias);
        m_key = projection(names.key, keys, bias && !description.cosine); // Swin v2 has none there
        m_value = projection(names.value, keys, bias);
    } else {
        m_fused = projection(names.queryKeyValue, queries + 2 * keys, bias);
    }
    if (description.queryKeyNorm) {
        const NormShape shape{description.headWidth, description.normEps, NormKind::RmsNorm, false};
        m_queryNorm = parameters.norm(prefix + names.queryNorm, shape);
        m_keyNorm = parameters.norm(prefix + names.keyNorm, shape);
    }
    if (description.cosine)
        m_logitScale = parameters.tensor(prefix + names.logitScale, {description.heads}, kFirstLogitScale);
    m_output = parameters.linear(prefix + names.attentionOutput, {queries, description.width, bias, names.inputFirst},
                                 description.outputInitial());
    if (description.headScale != HeadScale::None)
        m_headScale = parameters.tensor(prefix + names.headScale, {description.heads}, Initial::one());
    if (description.normAfterAttention)
        m_outputNorm = parameters.norm(prefix + names.attentionOutputNorm, description.normShape(description.width));
}

/// x [T, C] → [T, (H + 2 · keyValueHeads) · D]
torch::Tensor SelfAttention::project(const torch::Tensor &x) const
{
    if (m_fused.weight.defined())
        return m_fused(x);
    if (m_query.adapter || m_key.adapter || m_value.adapter)
        return torch::cat({m_query(x), m_key(x), m_value(x)}, 1);
    // One wide product is faster than three narrow ones; the weights stay apart because checkpoints name them apart.
    const torch::Tensor weight = torch::cat({m_query.weight, m_key.weight, m_value.weight}, m_query.inputFirst ? 1 : 0);
    torch::Tensor bias;
    if (m_query.bias.defined())
        bias = torch::cat(
            {m_query.bias, m_key.bias.defined() ? m_key.bias : torch::zeros_like(m_value.bias), m_value.bias});
    return Linear{weight, bias, m_query.inputFirst, {}}(x);
}

Heads SelfAttention::heads(const torch::Tensor &x) const
{
    const std::int64_t count = m_description.heads, groups = m_description.keyValueHeads;
    const torch::Tensor all = project(x).view({x.size(0), count + 2 * groups, m_description.headWidth});
    Heads heads{all.narrow(1, 0, count), all.narrow(1, count, groups), all.narrow(1, count + groups, groups)};
    const auto dtype = all.scalar_type();
    if (m_description.queryKeyNorm) {
        heads.query = m_queryNorm(heads.query).to(dtype);
        heads.key = m_keyNorm(heads.key).to(dtype);
    }
    if (m_description.cosine) {
        const torch::Tensor scale = m_logitScale.clamp_max(kLargestLogitScale).exp().unsqueeze(-1);
        heads.query = (unit(atLeastFloat32(heads.query)) * scale).to(dtype);
        heads.key = unit(atLeastFloat32(heads.key)).to(dtype);
    }
    return heads;
}

/// [T, 3, H, D], keys and values repeated for the queries of their group.
torch::Tensor SelfAttention::packed(const Heads &heads) const
{
    const std::int64_t repeats = m_description.heads / m_description.keyValueHeads;
    if (repeats == 1)
        return torch::stack({heads.query, heads.key, heads.value}, 1);
    return torch::stack(
        {heads.query, heads.key.repeat_interleave(repeats, 1), heads.value.repeat_interleave(repeats, 1)}, 1);
}

AttentionRules SelfAttention::rules(const BlockContext &context) const
{
    AttentionRules rules;
    rules.scale = m_description.cosine ? 1 : 1 / std::sqrt(static_cast<double>(m_description.headWidth));
    rules.causal = m_description.causal;
    rules.angles = context.angles;
    rules.slopes = context.slopes;
    rules.scoreBias = context.scoreBias;
    return rules;
}

/// [T, H·D]
torch::Tensor SelfAttention::attend(const torch::Tensor &x, const BlockContext &context, LayerCache *cache) const
{
    if (cache != nullptr)
        return cachedAttention(heads(x), rules(context), *cache);
    const bool isOneMatrix = m_description.keyValueHeads == m_description.heads && !m_description.queryKeyNorm
        && !m_description.cosine; // then it is used as projected, without a copy
    const torch::Tensor qkv =
        isOneMatrix ? project(x).view({x.size(0), 3, m_description.heads, m_description.headWidth}) : packed(heads(x));
    if (context.attention != nullptr)
        context.attention->push_back(attentionProbabilities(qkv, rules(context)));
    return packedAttention(qkv, context.packing, rules(context), context.training ? m_description.attentionDropout : 0);
}

torch::Tensor SelfAttention::scaleOutput(const torch::Tensor &output) const
{
    return (output.view({output.size(0), m_description.heads, -1}) * m_headScale.unsqueeze(-1)).flatten(1);
}

torch::Tensor SelfAttention::operator()(const torch::Tensor &x, const BlockContext &context, LayerCache *cache) const
{
    torch::Tensor output = attend(x, context, cache);
    if (m_description.headScale == HeadScale::BeforeOutput)
        output = scaleOutput(output);
    output = m_output(output);
    if (m_description.headScale == HeadScale::AfterOutput)
        output = scaleOutput(output);
    return m_outputNorm.present() ? m_outputNorm(output) : output;
}

} // namespace anneal
