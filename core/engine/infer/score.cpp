// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/score.h"

#include <algorithm>

#include "infer/query.h"

namespace anneal {
namespace {

constexpr std::int64_t kTokensPerPack = 8192;

/// A causal model names residue i at the token before it; another sees the residue itself.
torch::Tensor scoreAsItIs(const LoadedModel &model, const Query &query)
{
    const std::int64_t first = query.first - (model.model->config().is_causal ? 1 : 0);
    const PackedBatch batch = packQueries({query.tokens}, deviceOf(*model.model));
    return logProbabilities(model, batch, torch::arange(first, query.numResidues() + first));
}

/// Copies of the sequence, each with another residue hidden, several in one pack.
torch::Tensor scoreOneHidden(const LoadedModel &model, const Query &query)
{
    const auto length = static_cast<std::int64_t>(query.tokens.size());
    const std::int64_t perPack = std::max<std::int64_t>(1, kTokensPerPack / length);
    std::vector<torch::Tensor> parts;
    for (std::int64_t first = 0; first < query.numResidues(); first += perPack) {
        const std::int64_t count = std::min(perPack, query.numResidues() - first);
        std::vector<std::vector<WideTokenId>> copies(static_cast<std::size_t>(count), query.tokens);
        for (std::int64_t i = 0; i < count; ++i)
            copies[static_cast<std::size_t>(i)][static_cast<std::size_t>(first + i + query.first)] =
                *model.tokenizer->special().mask;
        const torch::Tensor copy = torch::arange(count);
        const PackedBatch batch = packQueries(copies, deviceOf(*model.model));
        parts.push_back(logProbabilities(model, batch, copy * length + copy + first + query.first));
    }
    return torch::cat(parts);
}

SequenceScore scoreQuery(const LoadedModel &model, const Query &query, bool pseudo)
{
    const torch::Tensor all =
        (pseudo ? scoreOneHidden(model, query) : scoreAsItIs(model, query)).to(torch::kFloat64).contiguous();
    SequenceScore score;
    score.length = query.numResidues();
    double sum = 0;
    std::int64_t shown = 0;
    for (std::int64_t i = 0; i < score.length; ++i) {
        const double *row = all.const_data_ptr<double>() + i * all.size(1);
        score.logProbabilities.emplace_back(row, row + all.size(1));
        const WideTokenId token = query.tokens[static_cast<std::size_t>(i + query.first)];
        if (token == model.tokenizer->special().mask)
            continue;
        sum -= row[token];
        ++shown;
    }
    score.loss = sum / static_cast<double>(shown);
    return score;
}

Result<SequenceScore> scoreBothStrands(const LoadedModel &model, const Query &query, bool pseudo)
{
    const auto other = checkResiduesMeet(model).and_then([&] { return otherStrand(model, query); });
    if (!other)
        return Failure(other.error());
    SequenceScore score = scoreQuery(model, query, pseudo);
    const SequenceScore turned = scoreQuery(model, *other, pseudo);
    score.loss = (score.loss + turned.loss) / 2;
    score.logProbabilities = meanOfStrands(score.logProbabilities, turned.logProbabilities, counterparts(model));
    return score;
}

} // namespace

Result<SequenceScore> scoreSequence(const LoadedModel &model, std::string_view sequence, bool pseudo, Strands strands)
{
    const auto query = parseQuery(sequence, model);
    if (!query)
        return Failure(query.error());
    if (pseudo && model.model->config().is_causal)
        return fail(ErrorCode::Data,
                    "this model reads from left to right, so each residue is hidden while it is scored: "
                    "ask without pseudo");
    if (strands == Strands::Both)
        return scoreBothStrands(model, *query, pseudo);
    return scoreQuery(model, *query, pseudo);
}

} // namespace anneal
