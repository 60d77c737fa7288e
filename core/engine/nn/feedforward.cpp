// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/feedforward.h"

#include <torch/torch.h>

namespace anneal {

FeedForward::FeedForward(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                         Parameters &parameters)
    : m_activation(description.activation)
{
    const std::int64_t inner = description.innerWidth;
    const LinearShape widening{description.width, inner, description.channelBias, names.inputFirst};
    if (description.gated)
        m_gate = parameters.linear(prefix + names.gate, widening);
    m_up = parameters.linear(prefix + names.up, widening);
    if (description.normBeforeDown)
        m_innerNorm = parameters.norm(prefix + names.innerNorm, description.normShape(inner));
    m_down =
        parameters.linear(prefix + names.down, {inner, description.width, description.channelBias, names.inputFirst},
                          description.outputInitial());
}

torch::Tensor FeedForward::operator()(const torch::Tensor &x) const
{
    torch::Tensor inner =
        m_gate.weight.defined() ? activate(m_gate(x), m_activation) * m_up(x) : activate(m_up(x), m_activation);
    if (m_innerNorm.present())
        inner = m_innerNorm(inner);
    return m_down(inner);
}

} // namespace anneal
