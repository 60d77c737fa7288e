// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "nn/attention.h"
#include "nn/blockdescription.h"
#include "nn/keyvaluecache.h"

namespace anneal {

/// What all blocks of one forward pass share. T, H, L as in AttentionRules.
struct BlockContext {
    const Packing &packing;
    RotaryAngles angles; ///< undefined tensors when positions are not rotary
    torch::Tensor slopes; ///< ALiBi
    torch::Tensor scoreBias;
    bool training = false;
    std::vector<torch::Tensor> *attention =
        nullptr; ///< where to leave each layer's probabilities, [H, T, T], if wanted
};

/// Multi-head attention of every sequence with itself, with its projections and every extra that a description may ask
/// for: grouped queries, query-key norm, cosine scores, head scale.
class SelfAttention
{
public:
    SelfAttention() = default;
    SelfAttention(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                  Parameters &parameters);

    /// x [T, C] → [T, C]. With a cache, x is the next tokens of the sequences that it holds and sees them too.
    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x, const BlockContext &context,
                                           LayerCache *cache = nullptr) const;

private:
    [[nodiscard]] torch::Tensor project(const torch::Tensor &x) const;
    [[nodiscard]] Heads heads(const torch::Tensor &x) const;
    [[nodiscard]] torch::Tensor packed(const Heads &heads) const;
    [[nodiscard]] AttentionRules rules(const BlockContext &context) const;
    [[nodiscard]] torch::Tensor attend(const torch::Tensor &x, const BlockContext &context, LayerCache *cache) const;
    [[nodiscard]] torch::Tensor scaleOutput(const torch::Tensor &output) const;

    BlockDescription m_description;
    Linear m_fused; ///< query, key and value in one matrix, or the three below
    Linear m_query, m_key, m_value, m_output;
    Norm m_queryNorm, m_keyNorm, m_outputNorm;
    torch::Tensor m_logitScale; ///< [H], the logarithm of cosine attention's scale
    torch::Tensor m_headScale; ///< [H]
};

} // namespace anneal
