// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/parameters.h"

#include "bio/alphabet.h"
#include "plan/plan.h"

namespace anneal {

namespace {

std::int64_t linear(std::int64_t inputs, std::int64_t outputs)
{
    return inputs * outputs + outputs;
}

std::int64_t layerNorm(std::int64_t width)
{
    return 2 * width;
}

std::int64_t blockParameters(const ModelConfig &model)
{
    const std::int64_t width = model.hidden_size, inner = model.intermediate_size;
    const std::int64_t attention = layerNorm(width) + 4 * linear(width, width); // query, key, value, output
    const std::int64_t feedForward = layerNorm(width) + linear(width, inner) + linear(inner, width);
    return attention + feedForward;
}

} // namespace

std::int64_t vocabularySize(const Config &config)
{
    return Alphabet::byName(config.data.alphabet).value_or(&Alphabet::protein())->size();
}

std::int64_t parameterCount(const Config &config)
{
    const ModelConfig &model = config.model;
    const std::int64_t width = model.hidden_size, vocabulary = vocabularySize(config);
    const std::int64_t embedding = vocabulary * width;
    const std::int64_t head = linear(width, width) + layerNorm(width) + vocabulary // the bias of the output matrix
        + (model.tie_word_embeddings ? 0 : embedding);
    return embedding + model.num_hidden_layers * blockParameters(model) + layerNorm(width) + head;
}

MatrixParameters matrixParameters(const Config &config)
{
    const std::int64_t width = config.model.hidden_size, inner = config.model.intermediate_size;
    return {config.model.num_hidden_layers * (4 * width * width + 2 * width * inner),
            width * width + vocabularySize(config) * width};
}

} // namespace anneal
