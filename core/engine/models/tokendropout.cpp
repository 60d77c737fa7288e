// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tokendropout.h"

namespace anneal {
namespace {

constexpr double kTrainedMaskShare = 0.15 * 0.8;

} // namespace

torch::Tensor tokenDropoutFactors(const PackedBatch &batch, std::int64_t maskToken, torch::Dtype dtype)
{
    const torch::Tensor starts = torch::tensor(batch.boundaries, torch::kInt64).to(batch.tokens.device());
    const torch::Tensor lengths = starts.diff();
    const torch::Tensor sequenceOfRow = torch::repeat_interleave(lengths);
    const torch::Tensor isMask = (batch.tokens == maskToken).to(dtype);
    const torch::Tensor masks = torch::zeros({lengths.size(0)}, isMask.options()).index_add(0, sequenceOfRow, isMask);
    const torch::Tensor shownShare = 1 - masks / lengths;
    // A sequence of masks alone has only zero rows: any finite factor will do.
    const torch::Tensor factor = (1 - kTrainedMaskShare) / shownShare.masked_fill(shownShare == 0, 1);
    return ((1 - isMask) * factor.index_select(0, sequenceOfRow)).unsqueeze(1);
}

} // namespace anneal
