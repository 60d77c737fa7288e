// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/gradients.h"

namespace anneal {

TensorsWithGradients withGradients(const std::vector<torch::Tensor> &tensors)
{
    TensorsWithGradients found;
    for (const torch::Tensor &tensor : tensors) {
        if (!tensor.grad().defined())
            continue;
        found.tensors.push_back(tensor);
        found.gradients.push_back(tensor.grad());
    }
    return found;
}

torch::Tensor globalNorm(const std::vector<torch::Tensor> &tensors)
{
    if (tensors.empty())
        return torch::zeros({});
    const torch::NoGradGuard noGrad;
    return torch::stack(at::_foreach_norm(tensors)).norm();
}

void clipToNorm(const std::vector<torch::Tensor> &gradients, double norm, double maxNorm)
{
    const double factor = maxNorm / (norm + 1e-6);
    if (factor >= 1 || gradients.empty())
        return;
    const torch::NoGradGuard noGrad;
    at::_foreach_mul_(gradients, factor);
}

} // namespace anneal
