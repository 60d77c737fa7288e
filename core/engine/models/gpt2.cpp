// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/family.h"
#include "models/tensornames.h"

namespace anneal {
namespace {

void fixGpt2(ModelConfig &config)
{
    makePlain(config);
    config.is_causal = true;
    config.position_embedding_type = "absolute";
    config.lm_head = "linear";
    config.lm_head_bias = false;
}

void readGpt2(ConfigReader &reader, HuggingFaceConfig &config)
{
    ModelConfig &model = config.model;
    model.hidden_act = "gelu_new";
    model.max_position_embeddings = 1024;
    model.embedding_dropout_prob = model.hidden_dropout_prob = model.attention_probs_dropout_prob = 0.1;
    reader.needs({"n_layer", "n_embd", "n_head"});
    reader.size("n_layer", model.num_hidden_layers);
    reader.size("n_embd", model.hidden_size);
    reader.size("n_head", model.num_attention_heads);
    model.intermediate_size = 4 * model.hidden_size;
    reader.size("n_inner", model.intermediate_size);
    reader.size("n_positions", model.max_position_embeddings);
    reader.number("layer_norm_epsilon", model.layer_norm_eps);
    reader.number("embd_pdrop", model.embedding_dropout_prob);
    reader.number("resid_pdrop", model.hidden_dropout_prob);
    reader.number("attn_pdrop", model.attention_probs_dropout_prob);
    reader.number("initializer_range", model.initializer_range);
    reader.flag("tie_word_embeddings", model.tie_word_embeddings);
    readActivation(reader, "activation_function", model);
    reader.only("scale_attn_weights", true);
    reader.only("scale_attn_by_inverse_layer_idx", false);
    reader.only("add_cross_attention", false);
    config.maxLength = model.max_position_embeddings;
}

nlohmann::ordered_json writeGpt2(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t /*maxLength*/)
{
    return {
        {"n_embd", config.hidden_size},
        {"n_layer", config.num_hidden_layers},
        {"n_head", config.num_attention_heads},
        {"n_inner", config.intermediate_size},
        {"n_positions", config.max_position_embeddings},
        {"activation_function", config.hidden_act},
        {"layer_norm_epsilon", config.layer_norm_eps},
        {"embd_pdrop", config.embedding_dropout_prob},
        {"resid_pdrop", config.hidden_dropout_prob},
        {"attn_pdrop", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"tie_word_embeddings", config.tie_word_embeddings},
        {"scale_attn_weights", true},
        {"scale_attn_by_inverse_layer_idx", false},
        {"bos_token_id", idOrNull(tokenizer.startToken())},
        {"eos_token_id", idOrNull(tokenizer.special().eos)},
        {"pad_token_id", idOrNull(tokenizer.special().pad)},
        {"use_cache", true},
        {"torch_dtype", "float32"},
    };
}

TransformerNames gpt2Names(const ModelConfig & /*config*/)
{
    TransformerNames names;
    names.embedding = "transformer.wte.weight";
    names.positions = "transformer.wpe.weight";
    names.layerPrefix = "transformer.h.{}.";
    names.block.inputFirst = true;
    names.block.attentionNorm = "ln_1";
    names.block.queryKeyValue = "attn.c_attn";
    names.block.attentionOutput = "attn.c_proj";
    names.block.channelNorm = "ln_2";
    names.block.up = "mlp.c_fc";
    names.block.down = "mlp.c_proj";
    names.finalNorm = "transformer.ln_f";
    names.decoder = "lm_head.weight";
    return names;
}

std::string currentGpt2Name(std::string name)
{
    return withPrefix(std::move(name), "transformer.", {"wte.", "wpe.", "h.", "ln_f."});
}

/// Old files hold the causal mask of every layer.
bool isUnusedGpt2(const std::string &name, const ModelConfig &config)
{
    return name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias")
        || (config.tie_word_embeddings && name == "lm_head.weight");
}

} // namespace

Family gpt2Family()
{
    Family family{"GPT-2",   "gpt2",       fixGpt2,         readGpt2,    writeGpt2,
                  gpt2Names, noPassengers, currentGpt2Name, isUnusedGpt2};
    family.classPrefix = "GPT2";
    family.languageModelClass = "GPT2LMHeadModel";
    family.tokenHead.output = "classifier";
    family.sequenceHead.output = "score";
    family.sequenceHead.outputBias = false;
    family.sequenceHead.pooling = Pooling::Last;
    family.headPrefixes = {"lm_head.", "classifier.", "score."};
    return family;
}

} // namespace anneal
