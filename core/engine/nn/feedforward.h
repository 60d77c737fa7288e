// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "nn/blockdescription.h"

namespace anneal {

/// The part of a block that works on each token alone: up → activation → down, gated or not.
class FeedForward
{
public:
    FeedForward() = default;
    FeedForward(const BlockDescription &description, const BlockNames &names, const std::string &prefix,
                Parameters &parameters);

    /// x [T, C] → [T, C]
    [[nodiscard]] torch::Tensor operator()(const torch::Tensor &x) const;

private:
    Activation m_activation = Activation::Gelu;
    Linear m_gate; ///< only when gated
    Linear m_up, m_down;
    Norm m_innerNorm;
};

} // namespace anneal
