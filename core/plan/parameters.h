// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

/// Parameters by part, biases and norms included.
struct ModelParameters {
    std::int64_t embeddings = 0;
    std::int64_t block = 0; ///< one of num_hidden_layers
    std::int64_t finalNorm = 0;
    std::int64_t languageHead = 0;
};
[[nodiscard]] ModelParameters modelParameters(const Config &config);

/// Weights of matrices that tokens are multiplied by; embeddings, biases and norms are not in it.
struct MatrixParameters {
    std::int64_t layers = 0; ///< all blocks: every token passes them
    std::int64_t head = 0; ///< language-model head: scored tokens only
};
[[nodiscard]] MatrixParameters matrixParameters(const Config &config);

/// Share of the tokens that the language-model head sees.
[[nodiscard]] double scoredShare(const Config &config);

} // namespace anneal
