// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/packedbatch.h"

namespace anneal {

PackedBatch PackedBatch::to(torch::Device device) const
{
    const auto move = [device](const torch::Tensor &tensor) {
        return tensor.defined() ? tensor.to(device, /*non_blocking=*/true) : tensor;
    };
    PackedBatch moved = *this;
    moved.tokens = move(tokens);
    moved.positions = move(positions);
    moved.tokenTypes = move(tokenTypes);
    moved.targetRows = move(targetRows);
    moved.targets = move(targets);
    moved.weights = move(weights);
    return moved;
}

} // namespace anneal
