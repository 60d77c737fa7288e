// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/tensors.h"

#include <functional>
#include <numeric>

#include "plan/plan.h"
#include "plan/widths.h"

namespace anneal {

namespace {

/// Tensors of one block, one after another.
class BlockTensors
{
public:
    explicit BlockTensors(const ModelConfig &model)
        : m_model(model)
    {
    }
    void vector(const std::string &name, std::int64_t width) { m_tensors.push_back({kPrefix + name, {width}}); }
    void matrix(const std::string &name, std::int64_t outputs, std::int64_t inputs, bool hasBias)
    {
        m_tensors.push_back({kPrefix + name + ".weight", matrixShape(m_model, outputs, inputs)});
        if (hasBias)
            vector(name + ".bias", outputs);
    }
    void norm(const std::string &name, std::int64_t width)
    {
        for (PlannedTensor &tensor : normTensors(m_model, kPrefix + name, width))
            m_tensors.push_back(std::move(tensor));
    }
    [[nodiscard]] PlannedTensors take() { return std::move(m_tensors); }

private:
    inline static const std::string kPrefix = "model.layers.0.";
    const ModelConfig &m_model;
    PlannedTensors m_tensors;
};

void addProjections(BlockTensors &block, const ModelConfig &model)
{
    const HeadWidths widths = headWidths(model);
    const std::int64_t width = model.hidden_size;
    const bool bias = model.attention_bias;
    if (hasFusedProjection(model)) {
        block.matrix("self_attn.qkv", widths.queries + 2 * widths.keys, width, bias);
    } else {
        block.matrix("self_attn.q_proj", widths.queries, width, bias);
        block.matrix("self_attn.k_proj", widths.keys, width, bias && model.attention_type != "cosine");
        block.matrix("self_attn.v_proj", widths.keys, width, bias);
    }
    block.matrix("self_attn.o_proj", width, widths.queries, bias);
}

void addAttention(BlockTensors &block, const ModelConfig &model)
{
    addProjections(block, model);
    if (model.qk_norm)
        for (const char *name : {"self_attn.q_norm.weight", "self_attn.k_norm.weight"})
            block.vector(name, headWidths(model).head);
    if (model.attention_type == "cosine")
        block.vector("self_attn.logit_scale", model.num_attention_heads);
    if (model.normformer_head_scale != "none")
        block.vector("self_attn.head_scale", model.num_attention_heads);
    if (model.normformer_attention_norm)
        block.norm("self_attn.output_norm", model.hidden_size);
}

void addFeedForward(BlockTensors &block, const ModelConfig &model)
{
    const std::int64_t width = model.hidden_size, inner = model.intermediate_size;
    if (model.gated_mlp)
        block.matrix("mlp.gate_proj", inner, width, model.mlp_bias);
    block.matrix("mlp.up_proj", inner, width, model.mlp_bias);
    block.matrix("mlp.down_proj", width, inner, model.mlp_bias);
    if (model.normformer_mlp_norm)
        block.norm("mlp.inner_norm", inner);
    if (model.residual_scale)
        block.vector("mlp.residual_scale", width);
}

PlannedTensors blockTensors(const ModelConfig &model)
{
    BlockTensors block(model);
    block.norm("input_layernorm", model.hidden_size);
    addAttention(block, model);
    block.norm("post_attention_layernorm", model.hidden_size);
    addFeedForward(block, model);
    return block.take();
}

void append(PlannedTensors &tensors, PlannedTensors more)
{
    for (PlannedTensor &tensor : more)
        tensors.push_back(std::move(tensor));
}

PlannedTensors embeddingTensors(const ModelConfig &model, std::int64_t vocabulary)
{
    const std::int64_t width = model.hidden_size;
    PlannedTensors tensors{{"model.embed_tokens.weight", {vocabulary, width}}};
    if (model.position_embedding_type == "absolute")
        tensors.push_back({"model.embed_positions.weight", {model.max_position_embeddings, width}});
    if (model.type_vocab_size > 0)
        tensors.push_back({"model.embed_token_types.weight", {model.type_vocab_size, width}});
    if (model.embedding_norm)
        append(tensors, normTensors(model, "model.embed_norm", width));
    return tensors;
}

PlannedTensors languageHeadTensors(const ModelConfig &model, std::int64_t vocabulary)
{
    const std::int64_t width = model.hidden_size;
    PlannedTensors tensors;
    if (model.lm_head == "transform") {
        tensors = {{"lm_head.dense.weight", {width, width}}, {"lm_head.dense.bias", {width}}};
        append(tensors, normTensors(model, "lm_head.layer_norm", width));
    }
    if (model.lm_head_bias)
        tensors.push_back({"lm_head.bias", {vocabulary}});
    if (!model.tie_word_embeddings)
        tensors.push_back({"lm_head.weight", {vocabulary, width}});
    return tensors;
}

} // namespace

std::int64_t PlannedTensor::elements() const
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t elementsOf(const PlannedTensors &tensors)
{
    return std::accumulate(tensors.begin(), tensors.end(), std::int64_t{0},
                           [](std::int64_t sum, const PlannedTensor &one) { return sum + one.count * one.elements(); });
}

std::vector<std::int64_t> matrixShape(const ModelConfig &model, std::int64_t outputs, std::int64_t inputs)
{
    return hasFusedProjection(model) ? std::vector{inputs, outputs} : std::vector{outputs, inputs};
}

PlannedTensors normTensors(const ModelConfig &model, const std::string &name, std::int64_t width)
{
    PlannedTensors tensors{{name + ".weight", {width}}};
    if (model.norm_type == "layer_norm" && model.norm_bias)
        tensors.push_back({name + ".bias", {width}});
    return tensors;
}

ModelTensors modelTensors(const Config &config)
{
    const ModelConfig &model = config.model;
    const std::int64_t vocabulary = vocabularySize(config);
    ModelTensors tensors{
        embeddingTensors(model, vocabulary), blockTensors(model), {}, languageHeadTensors(model, vocabulary)};
    if (model.norm_position == "pre")
        tensors.finalNorm = normTensors(model, "model.norm", model.hidden_size);
    return tensors;
}

} // namespace anneal
