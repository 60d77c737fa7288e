// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/attention.h"

#include <bit>
#include <cmath>

#include <torch/torch.h>

namespace anneal {

torch::Tensor packedAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules,
                              double dropout)
{
    const auto dtype = qkv.scalar_type();
    const bool isFast = dtype != torch::kFloat64 && !rules.scoreBias.defined();
    const bool hasCudaKernel = dtype != torch::kFloat32 || !rules.slopes.defined();
    if (qkv.is_cuda() && isFast && hasCudaKernel)
        return cudaAttention(qkv, packing, rules, dropout);
    if (qkv.is_cpu() && isFast && dropout == 0)
        return cpuAttention(qkv.to(torch::kFloat32), packing, rules).to(dtype);
    return referenceAttention(qkv, packing, rules, dropout);
}

torch::Tensor alibiSlopes(std::int64_t heads)
{
    const auto whole = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    std::vector<double> slopes;
    for (std::int64_t head = 1; head <= whole; ++head)
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(head) / static_cast<double>(whole)));
    for (std::int64_t head = 1; whole + static_cast<std::int64_t>(head) <= heads; ++head)
        slopes.push_back(std::exp2(-4.0 * static_cast<double>(2 * head - 1) / static_cast<double>(whole)));
    return torch::tensor(slopes, torch::kFloat64);
}

} // namespace anneal
