// SPDX-License-Identifier: GPL-3.0-or-later
#include "nn/keyvaluecache.h"

#include <limits>

#include <torch/torch.h>

namespace anneal {
namespace {

/// [B·n, heads, D] → [B, heads, n, D]
torch::Tensor bySequence(const torch::Tensor &x, std::int64_t sequences)
{
    return x.view({sequences, -1, x.size(1), x.size(2)}).transpose(1, 2);
}

/// What is added to the scores of `count` new tokens at all `total`: [H or 1, count, total].
torch::Tensor addedToNew(const AttentionRules &rules, std::int64_t count, std::int64_t total,
                         const torch::TensorOptions &options)
{
    const torch::Tensor distance = torch::arange(total - count, total, options).unsqueeze(1)
        - torch::arange(total, options).unsqueeze(0); // negative = later
    torch::Tensor added =
        torch::zeros_like(distance).masked_fill_(distance < 0, -std::numeric_limits<double>::infinity());
    if (rules.slopes.defined())
        added = added - rules.slopes.to(options).view({-1, 1, 1}) * distance.abs();
    return added.dim() == 2 ? added.unsqueeze(0) : added;
}

} // namespace

torch::Tensor cachedAttention(const Heads &heads, const AttentionRules &rules, LayerCache &cache)
{
    const bool isRotated = rules.angles.cosines.defined();
    const auto turned = [&](const torch::Tensor &x) {
        return isRotated ? rotate(x, rules.angles).to(heads.value.scalar_type()) : x;
    };
    const std::int64_t sequences = cache.keys.size(0), groups = cache.keys.size(1);
    const torch::Tensor query = bySequence(turned(heads.query * rules.scale), sequences); // [B, H, n, D]
    const std::int64_t count = query.size(2), total = cache.length + count;
    cache.keys.narrow(2, cache.length, count).copy_(bySequence(turned(heads.key), sequences));
    cache.values.narrow(2, cache.length, count).copy_(bySequence(heads.value, sequences));
    cache.length = total;

    // The queries of a group meet its keys in one product: [B, G, H/G · n, D] · [B, G, D, total].
    const std::int64_t perGroup = query.size(1) / groups;
    const torch::Tensor grouped = query.reshape({sequences, groups, perGroup * count, query.size(3)});
    torch::Tensor scores = torch::matmul(grouped, cache.keys.narrow(2, 0, total).transpose(2, 3));
    if (count > 1 || rules.slopes.defined()) {
        const torch::Tensor added = addedToNew(rules, count, total, scores.options());
        scores = (scores.view({sequences, groups * perGroup, count, total}) + added).view_as(scores);
    }
    const torch::Tensor mixed = torch::matmul(scores.softmax(-1), cache.values.narrow(2, 0, total));
    return mixed.view({sequences, groups * perGroup, count, -1}).transpose(1, 2).reshape({sequences * count, -1});
}

} // namespace anneal
