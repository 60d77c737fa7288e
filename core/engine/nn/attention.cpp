// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/attention.h"

#include <torch/torch.h>

namespace anneal {

torch::Tensor packedAttention(const torch::Tensor &qkv, const RotaryAngles &angles, const Packing &packing,
                              double dropout)
{
    const auto dtype = qkv.scalar_type();
    if (qkv.is_cuda() && dtype != torch::kFloat64)
        return cudaAttention(qkv, angles, packing, dropout);
    if (qkv.is_cpu() && dtype != torch::kFloat64 && dropout == 0)
        return cpuAttention(qkv.to(torch::kFloat32), angles, packing).to(dtype);
    return referenceAttention(qkv, angles, packing, dropout);
}

} // namespace anneal
