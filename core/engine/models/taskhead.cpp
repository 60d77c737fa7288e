// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/taskhead.h"

#include <torch/torch.h>

namespace anneal {

TaskHead::TaskHead(const TaskSpec &spec, const TaskHeadLayout &layout, std::int64_t width, Parameters &parameters)
    : m_spec(spec)
    , m_layout(layout)
{
    if (!layout.norm.empty())
        m_norm = parameters.norm(layout.norm, {width});
    if (!layout.dense.empty())
        m_dense = parameters.linear(layout.dense, {width, width});
    m_output = parameters.linear(layout.output, {width, spec.outputs(), layout.outputBias});
}

torch::Tensor TaskHead::operator()(const torch::Tensor &hidden, const PackedBatch &batch, bool training) const
{
    torch::Tensor x = m_spec.kind == HeadKind::Sequence ? pool(hidden, batch.boundaries, m_layout.pooling) : hidden;
    if (batch.targetRows.defined())
        x = x.index_select(0, batch.targetRows);
    if (m_norm.present())
        x = m_norm(x);
    else
        x = dropped(x, m_spec.dropout, training);
    if (m_dense.weight.defined()) {
        x = m_dense(x);
        x = m_layout.isTanh ? torch::tanh(x) : activate(x, m_layout.activation);
        x = dropped(x, m_spec.dropout, training);
    }
    return m_output(x);
}

torch::Tensor pool(const torch::Tensor &hidden, const std::vector<std::int64_t> &boundaries, Pooling pooling)
{
    const torch::Tensor edges = torch::tensor(boundaries, torch::kInt64).to(hidden.device());
    if (pooling == Pooling::First)
        return hidden.index_select(0, edges.slice(0, 0, -1));
    if (pooling == Pooling::Last)
        return hidden.index_select(0, edges.slice(0, 1) - 1);
    return torch::segment_reduce(hidden, pooling == Pooling::Mean ? "mean" : "max", edges.diff());
}

torch::Tensor taskLosses(const torch::Tensor &scores, const torch::Tensor &targets, Problem problem)
{
    const torch::Tensor wide = atLeastFloat32(scores);
    switch (problem) {
    case Problem::MultiLabel:
        return torch::binary_cross_entropy_with_logits(wide, targets.to(wide.dtype()), {}, {}, at::Reduction::None)
            .mean(1);
    case Problem::Regression:
        return (wide - targets.to(wide.dtype()).view_as(wide)).square().mean(1);
    case Problem::SingleLabel:
        break;
    }
    return torch::cross_entropy_loss(wide, targets, {}, at::Reduction::None);
}

torch::Tensor taskLossSum(const torch::Tensor &scores, const PackedBatch &batch, Problem problem)
{
    if (problem == Problem::SingleLabel && !batch.weights.defined())
        return torch::cross_entropy_loss(atLeastFloat32(scores), batch.targets, {}, at::Reduction::Sum);
    const torch::Tensor losses = taskLosses(scores, batch.targets, problem);
    return (batch.weights.defined() ? losses * batch.weights.to(losses.dtype()) : losses).sum();
}

} // namespace anneal
