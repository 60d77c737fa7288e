// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/parameters.h"

#include "bio/alphabet.h"
#include "bio/tokenizers.h"
#include "plan/datacounts.h"
#include "plan/plan.h"
#include "plan/tensors.h"
#include "plan/widths.h"

namespace anneal {

namespace {

std::int64_t attentionMatrices(const ModelConfig &model)
{
    const HeadWidths widths = headWidths(model);
    return model.hidden_size * (2 * widths.queries + 2 * widths.keys); // query, output, key, value
}

std::int64_t feedForwardMatrices(const ModelConfig &model)
{
    return (model.gated_mlp ? 3 : 2) * model.hidden_size * model.intermediate_size;
}

} // namespace

std::int64_t vocabularySize(const Config &config)
{
    const Alphabet *alphabet = Alphabet::byName(config.data.alphabet).value_or(&Alphabet::protein());
    return tokenizerSize(tokenizerRequest(config), *alphabet);
}

ModelParameters modelParameters(const Config &config)
{
    const ModelTensors tensors = modelTensors(config);
    return {elementsOf(tensors.embeddings), elementsOf(tensors.block), elementsOf(tensors.finalNorm),
            elementsOf(tensors.languageHead)};
}

std::int64_t parameterCount(const Config &config)
{
    const ModelParameters parts = modelParameters(config);
    return parts.embeddings + config.model.num_hidden_layers * parts.block + parts.finalNorm + parts.languageHead;
}

double scoredShare(const Config &config)
{
    const std::string &task = config.objective.task;
    if (task == "masked_lm")
        return config.objective.mlm_probability;
    return task == "causal_lm" || task == "token_classification" ? 1.0 : 0.0; // one answer a sequence costs nothing
}

MatrixParameters matrixParameters(const Config &config)
{
    const ModelConfig &model = config.model;
    const std::int64_t transform = model.lm_head == "transform" ? model.hidden_size * model.hidden_size : 0;
    return {model.num_hidden_layers * (attentionMatrices(model) + feedForwardMatrices(model)),
            transform + vocabularySize(config) * model.hidden_size};
}

} // namespace anneal
