// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <torch/torch.h>

namespace anneal {

/// The tensors that have a gradient, with it.
struct TensorsWithGradients {
    std::vector<torch::Tensor> tensors;
    std::vector<torch::Tensor> gradients;
};
[[nodiscard]] TensorsWithGradients withGradients(const std::vector<torch::Tensor> &tensors);

/// L2 norm over all elements of all tensors, as a scalar on their device (no wait for it).
[[nodiscard]] torch::Tensor globalNorm(const std::vector<torch::Tensor> &tensors);

/// Scales the gradients so that their norm is at most `maxNorm`: times min(1, maxNorm / (norm + 1e-6)), as torch does.
/// Check `norm` for NaN and infinity first: clipping would hide an infinity as NaN.
void clipToNorm(const std::vector<torch::Tensor> &gradients, double norm, double maxNorm);

} // namespace anneal
