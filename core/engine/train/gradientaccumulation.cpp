// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/gradientaccumulation.h"

#include "train/precision.h"

namespace anneal {

torch::Tensor accumulateGradients(SequenceModel &model, const std::vector<PackedBatch> &microBatches,
                                  const ForwardOptions &options)
{
    double weight = 0;
    for (const PackedBatch &batch : microBatches)
        weight += batch.totalWeight();
    const double divisor = weight > 0 ? weight : 1;
    torch::Tensor mean = torch::zeros({}, torch::dtype(torch::kFloat64).device(options.device));
    for (std::size_t i = 0; i < microBatches.size(); ++i) {
        if (microBatches[i].numTargets() == 0)
            continue;
        if (options.beforeMicroBatch)
            options.beforeMicroBatch(i);
        const PackedBatch placed = microBatches[i].to(options.device);
        torch::Tensor loss;
        {
            const PrecisionScope precision(options.device, options.compute);
            loss = model.lossSum(placed) / divisor;
        }
        loss.backward();
        mean += loss.detach();
    }
    return mean;
}

} // namespace anneal
