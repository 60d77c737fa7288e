// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/config.h"

namespace anneal {

/// Tensors of one shape that a model has, without a model. Only whether it lies in a block can be seen from the name.
struct PlannedTensor {
    std::string name; ///< "model.layers.0.mlp.up_proj.weight"
    std::vector<std::int64_t> shape;
    std::int64_t count = 1; ///< one in every block

    [[nodiscard]] std::int64_t elements() const; ///< of one of them
};
using PlannedTensors = std::vector<PlannedTensor>;

[[nodiscard]] std::int64_t elementsOf(const PlannedTensors &tensors);

/// By part, biases and norms included.
struct ModelTensors {
    PlannedTensors embeddings;
    PlannedTensors block; ///< one of num_hidden_layers
    PlannedTensors finalNorm;
    PlannedTensors languageHead;
};
[[nodiscard]] ModelTensors modelTensors(const Config &config);

/// A matrix as a file of the model has it: [outputs, inputs], or the other way round in GPT-2's layout.
[[nodiscard]] std::vector<std::int64_t> matrixShape(const ModelConfig &model, std::int64_t outputs,
                                                    std::int64_t inputs);
/// Weight, and bias where the model's norms have one.
[[nodiscard]] PlannedTensors normTensors(const ModelConfig &model, const std::string &name, std::int64_t width);

} // namespace anneal
