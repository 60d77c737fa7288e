// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/family.h"
#include "models/tensornames.h"

namespace anneal {
namespace {

void fixLlama(ModelConfig &config)
{
    const ModelConfig given = config;
    makePlain(config);
    config.is_causal = true;
    config.position_embedding_type = "rotary";
    config.rope_scaling_factor = given.rope_scaling_factor;
    config.norm_type = "rms_norm";
    config.num_key_value_heads = given.num_key_value_heads;
    config.head_dim = given.head_dim;
    config.attention_bias = given.attention_bias;
    config.mlp_bias = given.mlp_bias;
    config.gated_mlp = true;
    config.lm_head = "linear";
    config.lm_head_bias = false;
    config.embedding_dropout_prob = 0;
    config.hidden_dropout_prob = 0;
}

/// `rope_scaling`, or `rope_parameters` in newer files, which hold the base too.
void readRotary(ConfigReader &reader, ModelConfig &model)
{
    reader.number("rope_theta", model.rope_theta);
    for (const char *key : {"rope_parameters", "rope_scaling"}) {
        const auto found = reader.object().find(key);
        if (found == reader.object().end() || !found->is_object())
            continue;
        ConfigReader inner(*found);
        inner.number("rope_theta", model.rope_theta);
        const std::string kind = found->value("rope_type", found->value("type", "default"));
        if (kind == "linear")
            inner.number("factor", model.rope_scaling_factor);
        else if (kind != "default")
            reader.complain(fmt::format("{} is of type {}, but only default and linear are supported", key, kind));
        if (!inner.problem().empty())
            reader.complain(fmt::format("{}: {}", key, inner.problem()));
    }
}

void readLlama(ConfigReader &reader, HuggingFaceConfig &config)
{
    ModelConfig &model = config.model;
    model.hidden_act = "silu";
    model.layer_norm_eps = 1e-6;
    model.attention_bias = model.mlp_bias = model.tie_word_embeddings = false;
    config.maxLength = 2048;
    reader.needs({"num_hidden_layers", "hidden_size", "num_attention_heads", "intermediate_size"});
    reader.size("num_hidden_layers", model.num_hidden_layers);
    reader.size("hidden_size", model.hidden_size);
    reader.size("num_attention_heads", model.num_attention_heads);
    reader.size("num_key_value_heads", model.num_key_value_heads);
    reader.size("head_dim", model.head_dim);
    reader.size("intermediate_size", model.intermediate_size);
    reader.size("max_position_embeddings", config.maxLength);
    reader.number("rms_norm_eps", model.layer_norm_eps);
    reader.number("attention_dropout", model.attention_probs_dropout_prob);
    reader.number("initializer_range", model.initializer_range);
    reader.flag("attention_bias", model.attention_bias);
    reader.flag("mlp_bias", model.mlp_bias);
    reader.flag("tie_word_embeddings", model.tie_word_embeddings);
    readActivation(reader, "hidden_act", model);
    readRotary(reader, model);
}

nlohmann::ordered_json ropeScaling(const ModelConfig &config)
{
    if (config.rope_scaling_factor == 1)
        return nullptr;
    return {{"rope_type", "linear"}, {"factor", config.rope_scaling_factor}};
}

nlohmann::ordered_json writeLlama(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    const std::int64_t heads = config.num_attention_heads;
    return {
        {"hidden_size", config.hidden_size},
        {"num_hidden_layers", config.num_hidden_layers},
        {"num_attention_heads", heads},
        {"num_key_value_heads", config.num_key_value_heads > 0 ? config.num_key_value_heads : heads},
        {"head_dim", config.head_dim > 0 ? config.head_dim : config.hidden_size / heads},
        {"intermediate_size", config.intermediate_size},
        {"max_position_embeddings", maxLength},
        {"rope_theta", config.rope_theta},
        {"rope_scaling", ropeScaling(config)},
        {"rms_norm_eps", config.layer_norm_eps},
        {"hidden_act", config.hidden_act},
        {"attention_bias", config.attention_bias},
        {"mlp_bias", config.mlp_bias},
        {"attention_dropout", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"tie_word_embeddings", config.tie_word_embeddings},
        {"bos_token_id", idOrNull(tokenizer.startToken())},
        {"eos_token_id", idOrNull(tokenizer.special().eos)},
        {"pad_token_id", idOrNull(tokenizer.special().pad)},
        {"use_cache", true},
        {"torch_dtype", "float32"},
    };
}

TransformerNames llamaNames(const ModelConfig & /*config*/)
{
    TransformerNames names;
    names.embedding = "model.embed_tokens.weight";
    names.layerPrefix = "model.layers.{}.";
    names.block.attentionNorm = "input_layernorm";
    names.block.query = "self_attn.q_proj";
    names.block.key = "self_attn.k_proj";
    names.block.value = "self_attn.v_proj";
    names.block.attentionOutput = "self_attn.o_proj";
    names.block.channelNorm = "post_attention_layernorm";
    names.block.gate = "mlp.gate_proj";
    names.block.up = "mlp.up_proj";
    names.block.down = "mlp.down_proj";
    names.inverseFrequencies = "self_attn.rotary_emb.inv_freq"; // only in old files
    names.finalNorm = "model.norm";
    names.decoder = "lm_head.weight";
    return names;
}

std::string currentLlamaName(std::string name)
{
    return withPrefix(std::move(name), "model.", {"embed_tokens.", "layers.", "norm."});
}

bool isUnusedLlama(const std::string &name, const ModelConfig &config)
{
    return config.tie_word_embeddings && name == "lm_head.weight";
}

} // namespace

Family llamaFamily()
{
    Family family{"Llama",    "llama",      fixLlama,         readLlama,    writeLlama,
                  llamaNames, noPassengers, currentLlamaName, isUnusedLlama};
    family.classPrefix = "Llama";
    family.languageModelClass = "LlamaForCausalLM";
    family.tokenHead.output = "score";
    family.sequenceHead.output = "score";
    family.sequenceHead.outputBias = false;
    family.sequenceHead.pooling = Pooling::Last;
    family.headPrefixes = {"lm_head.", "score."};
    return family;
}

} // namespace anneal
