// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <torch/torch.h>

#include "nn/attention.h"

namespace anneal {
namespace {

constexpr std::int64_t kCausalFromTopLeft = 1; ///< as torch's memory-efficient kernels number their masks

std::optional<torch::Tensor> slopesFor(const AttentionRules &rules, torch::Device device)
{
    if (!rules.slopes.defined())
        return {};
    return rules.slopes.to(device, torch::kFloat32);
}

} // namespace

torch::Tensor cudaAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules,
                            double dropout)
{
    const auto dtype = qkv.scalar_type();
    const bool isRotated = rules.angles.cosines.defined();
    const auto placed = [&](std::int64_t part) {
        const torch::Tensor x = qkv.select(1, part);
        return isRotated && part < 2 ? rotate(x, rules.angles).to(dtype) : x.contiguous();
    };
    const torch::Tensor query = placed(0), key = placed(1), value = placed(2);
    const torch::Tensor starts = torch::tensor(packing.boundaries, torch::kInt32).to(qkv.device());
    if (dtype == torch::kFloat32) {
        const auto result = at::_efficient_attention_forward(
            query.unsqueeze(0), key.unsqueeze(0), value.unsqueeze(0), {}, starts, starts, packing.longest,
            packing.longest, dropout, rules.causal ? kCausalFromTopLeft : 0, /*compute_log_sumexp=*/true, rules.scale);
        return std::get<0>(result).squeeze(0).flatten(1);
    }
    const auto result = at::_flash_attention_forward(
        query, key, value, starts, starts, packing.longest, packing.longest, dropout, rules.causal,
        /*return_debug_mask=*/false, rules.scale, {}, {}, {}, slopesFor(rules, qkv.device()));
    return std::get<0>(result).flatten(1);
}

} // namespace anneal
