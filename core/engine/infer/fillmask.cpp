// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/fillmask.h"

#include <algorithm>
#include <numeric>

#include "infer/query.h"

namespace anneal {
namespace {

std::vector<WideTokenId> rankingOf(const std::vector<double> &probabilities)
{
    std::vector<WideTokenId> order(probabilities.size());
    std::iota(order.begin(), order.end(), WideTokenId{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](WideTokenId a, WideTokenId b) { return probabilities[a] > probabilities[b]; });
    return order;
}

} // namespace

Result<std::vector<MaskAnswer>> fillMask(const LoadedModel &model, std::string_view sequence)
{
    if (model.model->config().is_causal)
        return fail(ErrorCode::Data,
                    "this model reads from left to right and cannot fill masks: ask it to generate or "
                    "to score");
    const auto query = parseQuery(sequence, model);
    if (!query)
        return Failure(query.error());
    if (query->masked.empty())
        return fail(ErrorCode::Data, "the sequence hides no residue: put <mask>, _ or ? where the model shall answer");

    const PackedBatch batch = packQueries({query->tokens}, deviceOf(*model.model));
    const torch::Tensor rows = torch::tensor(query->masked, torch::kInt64) + query->first;
    const torch::Tensor all = logProbabilities(model, batch, rows).to(torch::kFloat64).exp().contiguous();
    std::vector<MaskAnswer> answers;
    for (std::size_t i = 0; i < query->masked.size(); ++i) {
        const double *first = all.const_data_ptr<double>() + static_cast<std::int64_t>(i) * all.size(1);
        MaskAnswer answer{query->masked[i] + 1, {first, first + all.size(1)}, {}};
        answer.ranking = rankingOf(answer.probabilities);
        answers.push_back(std::move(answer));
    }
    return answers;
}

} // namespace anneal
