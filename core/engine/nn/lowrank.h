// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <torch/types.h>

#include "nn/layers.h"

namespace anneal {

/// A low-rank update of one matrix: W + s · B A (LoRA, Hu et al. 2022), or m · (W + s · B A) / ‖W + s · B A‖ with the
/// norm of each output's row, through which no gradient flows (DoRA, Liu et al. 2024). As PEFT computes both.
struct LowRank {
    torch::Tensor down; ///< A [r, in]
    torch::Tensor up; ///< B [out, r], zero at first
    torch::Tensor magnitude; ///< m [out], only for DoRA
    double scale = 1; ///< s
    double dropout = 0; ///< of what A sees
    std::shared_ptr<const bool> training;

    /// y of the adapted layer.
    [[nodiscard]] torch::Tensor operator()(const Linear &base, const torch::Tensor &x) const;
    /// The one matrix [out, in] that does the same without dropout.
    [[nodiscard]] torch::Tensor merged(const Linear &base) const;
    /// ‖W + s · B A‖ of each row, [out]: DoRA's first magnitude, when B is zero.
    [[nodiscard]] torch::Tensor rowNorms(const Linear &base) const;
};

} // namespace anneal
