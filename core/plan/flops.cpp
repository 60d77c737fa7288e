// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "plan/parameters.h"
#include "plan/plan.h"

namespace anneal {

namespace {

/// FLOPs for each weight of a block and token, as a mean over the blocks: 2 forward, 2 for the gradient of the input,
/// 2 for that of the weights.
double flopsPerWeight(const Config &config)
{
    const std::string &method = config.adapter.method;
    if (method == "head")
        return 2;
    if (method == "lora")
        return 4;
    if (method != "upper_layers")
        return 6;
    const auto layers = static_cast<double>(config.model.num_hidden_layers);
    const double frozen = std::min(layers, static_cast<double>(config.adapter.frozen_layers)) / layers;
    return 6 - 4 * frozen;
}

} // namespace

double flopsPerToken(const Config &config, double meanSquareLengthOverMean)
{
    const MatrixParameters matrices = matrixParameters(config);
    const double perWeight = flopsPerWeight(config);
    const double products = perWeight * static_cast<double>(matrices.layers)
        + 6.0 * static_cast<double>(matrices.head) * scoredShare(config);
    const double half = config.model.is_causal ? 0.5 : 1.0; // causal attention leaves out half of the square
    // Attention has no weights: a third is forward, the rest is needed wherever a gradient passes.
    const double share = config.adapter.method == "lora" ? 1.0 : (perWeight - 2) / 6 + 1.0 / 3;
    const double attention = 12.0 * half * share
        * static_cast<double>(config.model.num_hidden_layers * config.model.hidden_size) * meanSquareLengthOverMean;
    return products + attention;
}

} // namespace anneal
