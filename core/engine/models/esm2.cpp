// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "models/family.h"
#include "models/tensornames.h"

namespace anneal {
namespace {

constexpr std::int64_t kPositionsBeforeText = 2; // published ESM-2 models say 1,026 positions for 1,024 tokens

void fixEsm2(ModelConfig &config)
{
    const bool tokenDropout = config.token_dropout;
    makePlain(config);
    config.token_dropout = tokenDropout;
    config.position_embedding_type = "rotary";
    config.hidden_act = "gelu";
    config.lm_head = "transform";
    config.lm_head_bias = true;
    config.embedding_dropout_prob = 0; // the reference implementation leaves it out
}

void readEsm2(ConfigReader &reader, HuggingFaceConfig &config)
{
    ModelConfig &model = config.model;
    reader.needs({"num_hidden_layers", "hidden_size", "num_attention_heads", "intermediate_size"});
    reader.size("num_hidden_layers", model.num_hidden_layers);
    reader.size("hidden_size", model.hidden_size);
    reader.size("num_attention_heads", model.num_attention_heads);
    reader.size("intermediate_size", model.intermediate_size);
    model.token_dropout = false; // the library's own default where the file is silent
    reader.flag("token_dropout", model.token_dropout);
    reader.flag("tie_word_embeddings", model.tie_word_embeddings);
    reader.number("layer_norm_eps", model.layer_norm_eps);
    reader.number("hidden_dropout_prob", model.hidden_dropout_prob);
    reader.number("attention_probs_dropout_prob", model.attention_probs_dropout_prob);
    reader.number("initializer_range", model.initializer_range);
    reader.number("rope_theta", model.rope_theta);
    reader.only("hidden_act", "gelu");
    reader.needs({"position_embedding_type"}); // absolute where the file is silent
    reader.only("position_embedding_type", "rotary");
    for (const char *key : {"emb_layer_norm_before", "is_folding_model", "is_decoder", "add_cross_attention"})
        reader.only(key, false);
    std::int64_t positions = config.maxLength + kPositionsBeforeText;
    reader.size("max_position_embeddings", positions);
    config.maxLength = std::max<std::int64_t>(positions - kPositionsBeforeText, 3);
}

nlohmann::ordered_json writeEsm2(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    return {
        {"hidden_size", config.hidden_size},
        {"num_hidden_layers", config.num_hidden_layers},
        {"num_attention_heads", config.num_attention_heads},
        {"intermediate_size", config.intermediate_size},
        {"max_position_embeddings", maxLength + kPositionsBeforeText},
        {"position_embedding_type", "rotary"},
        {"rope_theta", config.rope_theta},
        {"layer_norm_eps", config.layer_norm_eps},
        {"hidden_act", "gelu"},
        {"hidden_dropout_prob", config.hidden_dropout_prob},
        {"attention_probs_dropout_prob", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"token_dropout", config.token_dropout},
        {"emb_layer_norm_before", false},
        {"tie_word_embeddings", config.tie_word_embeddings},
        {"cls_token_id", idOrNull(tokenizer.special().cls)},
        {"pad_token_id", idOrNull(tokenizer.special().pad)},
        {"eos_token_id", idOrNull(tokenizer.special().eos)},
        {"mask_token_id", idOrNull(tokenizer.special().mask)},
        {"is_folding_model", false},
        {"esmfold_config", nullptr},
        {"vocab_list", nullptr},
        {"classifier_dropout", nullptr},
        {"use_cache", true},
        {"torch_dtype", "float32"},
    };
}

TransformerNames esm2Names(const ModelConfig & /*config*/)
{
    TransformerNames names;
    names.embedding = "esm.embeddings.word_embeddings.weight";
    names.layerPrefix = "esm.encoder.layer.{}.";
    names.block.attentionNorm = "attention.LayerNorm";
    names.block.query = "attention.self.query";
    names.block.key = "attention.self.key";
    names.block.value = "attention.self.value";
    names.block.attentionOutput = "attention.output.dense";
    names.block.channelNorm = "LayerNorm";
    names.block.up = "intermediate.dense";
    names.block.down = "output.dense";
    names.inverseFrequencies = "attention.self.rotary_embeddings.inv_freq";
    names.writesInverseFrequencies = true;
    names.finalNorm = "esm.encoder.emb_layer_norm_after";
    names.headDense = "lm_head.dense";
    names.headNorm = "lm_head.layer_norm";
    names.headBias = "lm_head.bias";
    names.decoder = "lm_head.decoder.weight";
    return names;
}

std::vector<ExtraTensor> esm2Passengers(const ModelConfig &config)
{
    return {
        {"esm.contact_head.regression.weight", {1, config.num_hidden_layers * config.num_attention_heads}},
        {"esm.contact_head.regression.bias", {1}},
    };
}

std::string currentEsm2Name(std::string name)
{
    // Newer writers keep the frequencies that all layers share once, beside the layers.
    if (name == "esm.rotary_embeddings.inv_freq")
        return "esm.encoder.layer.*.attention.self.rotary_embeddings.inv_freq";
    return withoutGammaBeta(std::move(name));
}

bool isUnusedEsm2(const std::string &name, const ModelConfig &config)
{
    return name == "esm.embeddings.position_embeddings.weight" || name == "esm.embeddings.position_ids"
        || (config.tie_word_embeddings && name == "lm_head.decoder.weight");
}

} // namespace

Family esm2Family()
{
    Family family{"ESM-2",   "esm",          fixEsm2,         readEsm2,    writeEsm2,
                  esm2Names, esm2Passengers, currentEsm2Name, isUnusedEsm2};
    family.classPrefix = "Esm";
    family.languageModelClass = "EsmForMaskedLM";
    family.tokenHead.output = "classifier";
    family.sequenceHead.dense = "classifier.dense";
    family.sequenceHead.isTanh = true;
    family.sequenceHead.output = "classifier.out_proj";
    family.headPrefixes = {"lm_head.", "classifier."};
    return family;
}

} // namespace anneal
