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

Result<PackedBatch> batchOf(const LoadedModel &model, std::string_view sequence)
{
    return parseQuery(sequence, model).map([&](const Query &query) {
        return packQueries({query.tokens}, deviceOf(*model.model));
    });
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

Result<SequenceAnswer> classifySequence(const LoadedModel &model, std::string_view sequence)
{
    const TaskSpec &task = model.model->task();
    if (task.kind != HeadKind::Sequence)
        return fail(ErrorCode::Data,
                    "this model says nothing about whole sequences: it was not trained to classify them");
    const torch::NoGradGuard noGrad;
    return batchOf(model, sequence).map([&](const PackedBatch &batch) {
        return SequenceAnswer{rowsOf(answers(model.model->scores(batch), task.problem)).front()};
    });
}

Result<std::vector<std::vector<double>>> labelResidues(const LoadedModel &model, std::string_view sequence)
{
    if (model.model->task().kind != HeadKind::TokenClasses)
        return fail(ErrorCode::Data, "this model has no classes for residues: it was not trained to label them");
    const torch::NoGradGuard noGrad;
    return batchOf(model, sequence).map([&](const PackedBatch &batch) {
        return rowsOf(answers(residues(model, model.model->scores(batch)), Problem::SingleLabel));
    });
}

Result<std::vector<std::vector<double>>> embedResidues(const LoadedModel &model, std::string_view sequence)
{
    const torch::NoGradGuard noGrad;
    return batchOf(model, sequence).map([&](const PackedBatch &batch) {
        return rowsOf(residues(model, model.model->hidden(batch)));
    });
}

Result<std::vector<double>> embedSequence(const LoadedModel &model, std::string_view sequence)
{
    const torch::NoGradGuard noGrad;
    return batchOf(model, sequence).map([&](const PackedBatch &batch) {
        return rowsOf(residues(model, model.model->hidden(batch)).mean(0, true)).front();
    });
}

} // namespace anneal
