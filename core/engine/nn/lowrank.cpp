// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/lowrank.h"

#include <torch/torch.h>

namespace anneal {
namespace {

/// [out, in], however it is stored.
torch::Tensor outputFirst(const Linear &base)
{
    return base.inputFirst ? base.weight.t() : base.weight;
}

torch::Tensor product(const Linear &base, const torch::Tensor &x)
{
    return Linear{base.weight, {}, base.inputFirst, {}}(x);
}

} // namespace

torch::Tensor LowRank::rowNorms(const Linear &base) const
{
    const torch::NoGradGuard noGrad;
    return torch::norm(outputFirst(base) + scale * torch::mm(up, down), 2, 1);
}

torch::Tensor LowRank::operator()(const Linear &base, const torch::Tensor &x) const
{
    const torch::Tensor seen = dropped(x, dropout, *training);
    const torch::Tensor update = torch::linear(torch::linear(seen, down), up) * scale;
    if (!magnitude.defined())
        return Linear{base.weight, base.bias, base.inputFirst, {}}(x) + update;
    const torch::Tensor factor = magnitude / rowNorms(base);
    const bool drops = *training && dropout > 0;
    const torch::Tensor whole = product(base, x);
    torch::Tensor y = drops ? whole + (factor - 1) * product(base, seen) + factor * update : factor * (whole + update);
    return base.bias.defined() ? y + base.bias : y;
}

torch::Tensor LowRank::merged(const Linear &base) const
{
    const torch::NoGradGuard noGrad;
    const torch::Tensor sum = outputFirst(base) + scale * torch::mm(up, down);
    return magnitude.defined() ? sum * (magnitude / rowNorms(base)).unsqueeze(1) : sum;
}

} // namespace anneal
