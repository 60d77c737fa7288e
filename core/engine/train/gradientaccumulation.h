// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/sequencemodel.h"

namespace anneal {

/// Where and how the forward pass is computed.
struct ForwardOptions {
    torch::Device device = torch::kCPU;
    std::string compute = "fp32";
    /// Called before micro-batch i; seeds dropout.
    std::function<void(std::size_t)> beforeMicroBatch;
};

/// Forward and backward over the micro-batches of one effective batch. Each summed loss is divided by the targets of
/// the whole effective batch, so that any division into micro-batches gives the same gradient. Gradients are left in
/// the parameters; the mean loss comes back as a float64 scalar on the device.
[[nodiscard]] torch::Tensor accumulateGradients(SequenceModel &model, const std::vector<PackedBatch> &microBatches,
                                                const ForwardOptions &options);

} // namespace anneal
