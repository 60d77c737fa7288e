// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <torch/torch.h>

#include "nn/attention.h"

namespace anneal {
namespace {

torch::Tensor rotatedIfAsked(const torch::Tensor &x_THD, const RotaryAngles &angles)
{
    return angles.cosines.defined() ? rotate(x_THD, angles) : x_THD;
}

/// What is added to the scores of a sequence of `count` tokens: [H, count, count], or undefined.
torch::Tensor addedScores(const AttentionRules &rules, std::int64_t count, const torch::TensorOptions &options)
{
    torch::Tensor added;
    if (rules.scoreBias.defined())
        added = rules.scoreBias.slice(1, 0, count).slice(2, 0, count);
    if (rules.slopes.defined()) {
        const torch::Tensor place = torch::arange(count, options);
        const torch::Tensor distance = (place.unsqueeze(0) - place.unsqueeze(1)).abs();
        const torch::Tensor penalty = -rules.slopes.to(options).view({-1, 1, 1}) * distance;
        added = added.defined() ? added + penalty : penalty;
    }
    if (rules.causal) {
        const double hidden = -std::numeric_limits<double>::infinity();
        const torch::Tensor later = torch::full({count, count}, hidden, options).triu(1);
        added = added.defined() ? added + later : later;
    }
    return added;
}

struct Scorable {
    torch::Tensor query_HTD, key_HTD;
};

Scorable scorable(const torch::Tensor &qkv, const AttentionRules &rules)
{
    return {rotatedIfAsked(qkv.select(1, 0) * rules.scale, rules.angles).transpose(0, 1),
            rotatedIfAsked(qkv.select(1, 1), rules.angles).transpose(0, 1)};
}

/// Of the rows of one sequence: [H, count, count].
torch::Tensor probabilities(const torch::Tensor &query_HTD, const torch::Tensor &key_HTD, const AttentionRules &rules)
{
    torch::Tensor scores = torch::matmul(query_HTD, key_HTD.transpose(1, 2));
    if (const torch::Tensor added = addedScores(rules, query_HTD.size(1), scores.options()); added.defined())
        scores = scores + added;
    return scores.softmax(-1);
}

} // namespace

torch::Tensor attentionProbabilities(const torch::Tensor &qkv, const AttentionRules &rules)
{
    const Scorable both = scorable(qkv, rules);
    return probabilities(both.query_HTD, both.key_HTD, rules);
}

torch::Tensor referenceAttention(const torch::Tensor &qkv, const Packing &packing, const AttentionRules &rules,
                                 double dropout)
{
    const Scorable both = scorable(qkv, rules);
    const torch::Tensor value_HTD = qkv.select(1, 2).transpose(0, 1);
    std::vector<torch::Tensor> outputs;
    for (std::size_t i = 0; i + 1 < packing.boundaries.size(); ++i) {
        const std::int64_t first = packing.boundaries[i];
        const std::int64_t count = packing.boundaries[i + 1] - first;
        const auto rows = [&](const torch::Tensor &x) { return x.narrow(1, first, count); };
        torch::Tensor weights = probabilities(rows(both.query_HTD), rows(both.key_HTD), rules);
        if (dropout > 0)
            weights = torch::dropout(weights, dropout, true);
        outputs.push_back(torch::matmul(weights, rows(value_HTD)).transpose(0, 1));
    }
    return torch::cat(outputs).flatten(1).to(qkv.scalar_type());
}

} // namespace anneal
