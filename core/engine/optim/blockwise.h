// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/types.h>

#include "optim/cpu/optimkernels.h"

namespace anneal {

/// Dynamic block-wise quantisation (Dettmers et al. 2022): a tensor as codes of 256 values and the largest magnitude of
/// each 256 elements. The values lie denser near 0, over seven powers of ten.
class BlockwiseMap
{
public:
    [[nodiscard]] static const BlockwiseMap &signedValues();
    [[nodiscard]] static const BlockwiseMap &positiveValues();

    [[nodiscard]] const torch::Tensor &codes() const { return m_codes; } ///< [256] float32, ascending
    [[nodiscard]] const QuantTable &table() const { return m_table; }

    struct Quantised {
        torch::Tensor codes; ///< uint8, the shape of what it stands for
        torch::Tensor scales; ///< float32, one a block
    };
    /// By tensor operations on any device. `keepsSign`: a negative value does not become 0.
    [[nodiscard]] Quantised quantise(const torch::Tensor &values, bool keepsSign = false) const;
    [[nodiscard]] torch::Tensor dequantise(const Quantised &quantised) const;

private:
    explicit BlockwiseMap(bool isSigned);

    torch::Tensor m_codes;
    torch::Tensor m_middles; ///< between neighbours
    QuantTable m_table;
};

} // namespace anneal
