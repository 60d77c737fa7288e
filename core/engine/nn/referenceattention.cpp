// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <torch/torch.h>

#include "nn/attention.h"

namespace anneal {

torch::Tensor referenceAttention(const torch::Tensor &qkv, const RotaryAngles &angles, const Packing &packing,
                                 double dropout)
{
    const double scale = 1 / std::sqrt(static_cast<double>(qkv.size(3)));
    const torch::Tensor query_HTD = rotate(qkv.select(1, 0) * scale, angles).transpose(0, 1);
    const torch::Tensor key_HTD = rotate(qkv.select(1, 1), angles).transpose(0, 1);
    const torch::Tensor value_HTD = qkv.select(1, 2).transpose(0, 1);

    std::vector<torch::Tensor> outputs;
    for (std::size_t i = 0; i + 1 < packing.boundaries.size(); ++i) {
        const std::int64_t first = packing.boundaries[i];
        const std::int64_t count = packing.boundaries[i + 1] - first;
        const auto rows = [&](const torch::Tensor &x) { return x.narrow(1, first, count); };
        torch::Tensor weights = torch::matmul(rows(query_HTD), rows(key_HTD).transpose(1, 2)).softmax(-1);
        if (dropout > 0)
            weights = torch::dropout(weights, dropout, true);
        outputs.push_back(torch::matmul(weights, rows(value_HTD)).transpose(0, 1));
    }
    return torch::cat(outputs).flatten(1).to(qkv.scalar_type());
}

} // namespace anneal
