// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <torch/torch.h>

#include "nn/attention.h"

namespace anneal {

torch::Tensor cudaAttention(const torch::Tensor &qkv, const RotaryAngles &angles, const Packing &packing,
                            double dropout)
{
    const auto dtype = qkv.scalar_type();
    const torch::Tensor query = rotate(qkv.select(1, 0), angles).to(dtype);
    const torch::Tensor key = rotate(qkv.select(1, 1), angles).to(dtype);
    const torch::Tensor value = qkv.select(1, 2).contiguous();
    const torch::Tensor starts = torch::tensor(packing.boundaries, torch::kInt32).to(qkv.device());
    const double scale = 1 / std::sqrt(static_cast<double>(qkv.size(3)));
    if (dtype == torch::kFloat32) {
        const auto result = at::_efficient_attention_forward(
            query.unsqueeze(0), key.unsqueeze(0), value.unsqueeze(0), {}, starts, starts, packing.longest,
            packing.longest, dropout, /*custom_mask_type=*/0, /*compute_log_sumexp=*/true, scale);
        return std::get<0>(result).squeeze(0).flatten(1);
    }
    const auto result =
        at::_flash_attention_forward(query, key, value, starts, starts, packing.longest, packing.longest, dropout,
                                     /*is_causal=*/false, /*return_debug_mask=*/false, scale);
    return std::get<0>(result).flatten(1);
}

} // namespace anneal
