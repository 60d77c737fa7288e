// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/family.h"
#include "models/tensornames.h"

namespace anneal {
namespace {

void fixBert(ModelConfig &config)
{
    const std::int64_t types = config.type_vocab_size;
    makePlain(config);
    config.type_vocab_size = std::max<std::int64_t>(types, 1);
    config.position_embedding_type = "absolute";
    config.norm_position = "post";
    config.embedding_norm = true;
    config.embedding_dropout_prob = config.hidden_dropout_prob;
    config.lm_head = "transform";
    config.lm_head_bias = true;
}

void readBert(ConfigReader &reader, HuggingFaceConfig &config)
{
    ModelConfig &model = config.model;
    model.layer_norm_eps = 1e-12;
    model.type_vocab_size = 2;
    model.max_position_embeddings = 512;
    model.hidden_dropout_prob = model.attention_probs_dropout_prob = 0.1;
    reader.needs({"num_hidden_layers", "hidden_size", "num_attention_heads", "intermediate_size"});
    reader.size("num_hidden_layers", model.num_hidden_layers);
    reader.size("hidden_size", model.hidden_size);
    reader.size("num_attention_heads", model.num_attention_heads);
    reader.size("intermediate_size", model.intermediate_size);
    reader.size("max_position_embeddings", model.max_position_embeddings);
    reader.size("type_vocab_size", model.type_vocab_size);
    reader.number("layer_norm_eps", model.layer_norm_eps);
    reader.number("hidden_dropout_prob", model.hidden_dropout_prob);
    reader.number("attention_probs_dropout_prob", model.attention_probs_dropout_prob);
    reader.number("initializer_range", model.initializer_range);
    reader.flag("tie_word_embeddings", model.tie_word_embeddings);
    readActivation(reader, "hidden_act", model);
    reader.only("position_embedding_type", "absolute");
    reader.only("is_decoder", false);
    reader.only("add_cross_attention", false);
    model.embedding_dropout_prob = model.hidden_dropout_prob;
    config.maxLength = model.max_position_embeddings;
}

nlohmann::ordered_json writeBert(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t /*maxLength*/)
{
    return {
        {"hidden_size", config.hidden_size},
        {"num_hidden_layers", config.num_hidden_layers},
        {"num_attention_heads", config.num_attention_heads},
        {"intermediate_size", config.intermediate_size},
        {"max_position_embeddings", config.max_position_embeddings},
        {"type_vocab_size", config.type_vocab_size},
        {"position_embedding_type", "absolute"},
        {"layer_norm_eps", config.layer_norm_eps},
        {"hidden_act", config.hidden_act},
        {"hidden_dropout_prob", config.hidden_dropout_prob},
        {"attention_probs_dropout_prob", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"tie_word_embeddings", config.tie_word_embeddings},
        {"pad_token_id", idOrNull(tokenizer.special().pad)},
        {"classifier_dropout", nullptr},
        {"use_cache", true},
        {"torch_dtype", "float32"},
    };
}

TransformerNames bertNames(const ModelConfig & /*config*/)
{
    TransformerNames names;
    names.embedding = "bert.embeddings.word_embeddings.weight";
    names.positions = "bert.embeddings.position_embeddings.weight";
    names.tokenTypes = "bert.embeddings.token_type_embeddings.weight";
    names.embeddingNorm = "bert.embeddings.LayerNorm";
    names.layerPrefix = "bert.encoder.layer.{}.";
    names.block.query = "attention.self.query";
    names.block.key = "attention.self.key";
    names.block.value = "attention.self.value";
    names.block.attentionOutput = "attention.output.dense";
    names.block.attentionNorm = "attention.output.LayerNorm";
    names.block.up = "intermediate.dense";
    names.block.down = "output.dense";
    names.block.channelNorm = "output.LayerNorm";
    names.headDense = "cls.predictions.transform.dense";
    names.headNorm = "cls.predictions.transform.LayerNorm";
    names.headBias = "cls.predictions.bias";
    names.decoder = "cls.predictions.decoder.weight";
    return names;
}

std::string currentBertName(std::string name)
{
    name = withPrefix(withoutGammaBeta(std::move(name)), "bert.", {"embeddings.", "encoder.", "pooler."});
    return name == "cls.predictions.decoder.bias" ? "cls.predictions.bias" : name;
}

/// The pooler and the next-sentence head come with pre-trained files; only a sequence head has a use for the pooler.
bool isUnusedBert(const std::string &name, const ModelConfig &config)
{
    return name.starts_with("bert.pooler.") || name.starts_with("cls.seq_relationship.")
        || name == "bert.embeddings.position_ids"
        || (config.tie_word_embeddings && name == "cls.predictions.decoder.weight");
}

} // namespace

Family bertFamily()
{
    Family family{"BERT", "bert", fixBert, readBert, writeBert, bertNames, noPassengers, currentBertName, isUnusedBert};
    family.classPrefix = "Bert";
    family.languageModelClass = "BertForMaskedLM";
    family.tokenHead.output = "classifier";
    family.sequenceHead.dense = "bert.pooler.dense";
    family.sequenceHead.isTanh = true;
    family.sequenceHead.output = "classifier";
    family.headPrefixes = {"cls.", "classifier.", "bert.pooler."};
    return family;
}

} // namespace anneal
