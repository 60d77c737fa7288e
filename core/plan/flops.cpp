// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/parameters.h"
#include "plan/plan.h"

namespace anneal {

double flopsPerToken(const Config &config, double meanSquareLengthOverMean)
{
    const MatrixParameters matrices = matrixParameters(config);
    const double perToken =
        static_cast<double>(matrices.layers) + static_cast<double>(matrices.head) * scoredShare(config);
    const double half = config.model.is_causal ? 0.5 : 1.0; // causal attention leaves out half of the square
    const double attention = 12.0 * half
        * static_cast<double>(config.model.num_hidden_layers * config.model.hidden_size) * meanSquareLengthOverMean;
    return 6.0 * perToken + attention;
}

} // namespace anneal
