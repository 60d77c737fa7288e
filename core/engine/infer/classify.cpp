// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/classify.h"

#include "infer/query.h"
#include "nn/layers.h"

namespace anneal {
namespace {

std::vector<std::vector<double>> rowsOf(const torch::Tensor &x)
{
    const torch::Tensor wide = x.to(torch::kCPU, torch::kFloat64).contiguous();
    const double *data = wide.const_data_ptr<double>();
    std::vector<std::vector<double>> rows;
    for (std::int64_t i = 0; i < wide.size(0); ++i)
        rows.emplace_back(data + i * wide.size(1), data + (i + 1) * wide.size(1));
    return rows;
}

PackedBatch batchOf(const LoadedModel &model, const Query &query)
{
    return packQueries({query.tokens}, deviceOf(*model.model));
}

/// What `ask` says of the sequence, or of both its strands, put together by `mean`.
template <typename Ask, typename Mean>
auto answerFor(const LoadedModel &model, std::string_view sequence, Strands strands, const Ask &ask, const Mean &mean)
    -> Result<decltype(ask(PackedBatch()))>
{
    const torch::NoGradGuard noGrad;
    const auto given = parseQuery(sequence, model);
    if (!given)
        return Failure(given.error());
    if (strands == Strands::Given)
        return ask(batchOf(model, *given));
    const auto other = otherStrand(model, *given);
    if (!other)
        return Failure(other.error());
    return mean(ask(batchOf(model, *given)), ask(batchOf(model, *other)));
}

torch::Tensor answers(const torch::Tensor &scores, Problem problem)
{
    if (problem == Problem::Regression)
        return scores;
    const torch::Tensor wide = atLeastFloat32(scores);
    return problem == Problem::MultiLabel ? wide.sigmoid() : wide.softmax(-1);
}

/// Without the special tokens at both ends.
torch::Tensor residues(const LoadedModel &model, const torch::Tensor &rows)
{
    const std::int64_t first = model.tokenizer->startToken() ? 1 : 0;
    return rows.slice(0, first, rows.size(0) - (model.tokenizer->endToken() ? 1 : 0));
}

} // namespace

Result<SequenceAnswer> classifySequence(const LoadedModel &model, std::string_view sequence, Strands strands)
{
    const TaskSpec &task = model.model->task();
    if (task.kind != HeadKind::Sequence)
        return fail(ErrorCode::Data,
                    "this model says nothing about whole sequences: it was not trained to classify them");
    const auto ask = [&](const PackedBatch &batch) {
        return rowsOf(answers(model.model->scores(batch), task.problem)).front();
    };
    return answerFor(model, sequence, strands, ask, meanOf).map([](std::vector<double> values) {
        return SequenceAnswer{std::move(values)};
    });
}

Result<Rows> labelResidues(const LoadedModel &model, std::string_view sequence)
{
    if (model.model->task().kind != HeadKind::TokenClasses)
        return fail(ErrorCode::Data, "this model has no classes for residues: it was not trained to label them");
    const auto ask = [&](const PackedBatch &batch) {
        return rowsOf(answers(residues(model, model.model->scores(batch)), Problem::SingleLabel));
    };
    return answerFor(model, sequence, Strands::Given, ask, [](const Rows &rows, const Rows &) { return rows; });
}

Result<Rows> embedResidues(const LoadedModel &model, std::string_view sequence, Strands strands)
{
    if (auto meet = checkResiduesMeet(model); strands == Strands::Both && !meet)
        return Failure(std::move(meet.error()));
    const auto ask = [&](const PackedBatch &batch) { return rowsOf(residues(model, model.model->hidden(batch))); };
    return answerFor(model, sequence, strands, ask,
                     [](const Rows &given, const Rows &other) { return meanOfStrands(given, other); });
}

Result<std::vector<double>> embedSequence(const LoadedModel &model, std::string_view sequence, Strands strands)
{
    const auto ask = [&](const PackedBatch &batch) {
        return rowsOf(residues(model, model.model->hidden(batch)).mean(0, true)).front();
    };
    return answerFor(model, sequence, strands, ask, meanOf);
}

} // namespace anneal
