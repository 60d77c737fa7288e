// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/parameters.h"

#include "bio/alphabet.h"
#include "bio/tokenizers.h"
#include "plan/datacounts.h"
#include "plan/plan.h"
#include "plan/widths.h"

namespace anneal {

namespace {

std::int64_t norm(const ModelConfig &model, std::int64_t width)
{
    return model.norm_type == "layer_norm" && model.norm_bias ? 2 * width : width;
}

std::int64_t attentionMatrices(const ModelConfig &model)
{
    const HeadWidths widths = headWidths(model);
    return model.hidden_size * (2 * widths.queries + 2 * widths.keys); // query, output, key, value
}

std::int64_t feedForwardMatrices(const ModelConfig &model)
{
    return (model.gated_mlp ? 3 : 2) * model.hidden_size * model.intermediate_size;
}

std::int64_t attentionParameters(const ModelConfig &model)
{
    const HeadWidths widths = headWidths(model);
    const bool isCosine = model.attention_type == "cosine";
    std::int64_t count = attentionMatrices(model);
    if (model.attention_bias)
        count += widths.queries + (isCosine ? 1 : 2) * widths.keys + model.hidden_size;
    if (model.qk_norm)
        count += 2 * widths.head;
    if (isCosine)
        count += model.num_attention_heads;
    if (model.normformer_head_scale != "none")
        count += model.num_attention_heads;
    if (model.normformer_attention_norm)
        count += norm(model, model.hidden_size);
    return count;
}

std::int64_t feedForwardParameters(const ModelConfig &model)
{
    std::int64_t count = feedForwardMatrices(model);
    if (model.mlp_bias)
        count += (model.gated_mlp ? 2 : 1) * model.intermediate_size + model.hidden_size;
    if (model.normformer_mlp_norm)
        count += norm(model, model.intermediate_size);
    return count;
}

std::int64_t blockParameters(const ModelConfig &model)
{
    return 2 * norm(model, model.hidden_size) + attentionParameters(model) + feedForwardParameters(model)
        + (model.residual_scale ? model.hidden_size : 0);
}

std::int64_t embeddingParameters(const ModelConfig &model, std::int64_t vocabulary)
{
    std::int64_t rows = vocabulary + model.type_vocab_size;
    if (model.position_embedding_type == "absolute")
        rows += model.max_position_embeddings;
    return rows * model.hidden_size + (model.embedding_norm ? norm(model, model.hidden_size) : 0);
}

std::int64_t headParameters(const ModelConfig &model, std::int64_t vocabulary)
{
    const std::int64_t width = model.hidden_size;
    std::int64_t count = model.tie_word_embeddings ? 0 : vocabulary * width;
    if (model.lm_head == "transform")
        count += width * width + width + norm(model, width);
    return count + (model.lm_head_bias ? vocabulary : 0);
}

} // namespace

std::int64_t vocabularySize(const Config &config)
{
    const Alphabet *alphabet = Alphabet::byName(config.data.alphabet).value_or(&Alphabet::protein());
    return tokenizerSize(tokenizerRequest(config), *alphabet);
}

ModelParameters modelParameters(const Config &config)
{
    const ModelConfig &model = config.model;
    const std::int64_t vocabulary = vocabularySize(config);
    return {embeddingParameters(model, vocabulary), blockParameters(model),
            model.norm_position == "pre" ? norm(model, model.hidden_size) : 0, headParameters(model, vocabulary)};
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
