// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/esm2.h"

#include <string_view>

namespace anneal {
namespace {

TransformerNames esm2Names()
{
    TransformerNames names;
    names.embedding = "esm.embeddings.word_embeddings.weight";
    names.layerPrefix = "esm.encoder.layer.{}.";
    names.block = {"attention.LayerNorm",    "attention.self.query",
                   "attention.self.key",     "attention.self.value",
                   "attention.output.dense", "LayerNorm",
                   "intermediate.dense",     "output.dense"};
    names.inverseFrequencies = "attention.self.rotary_embeddings.inv_freq";
    names.finalNorm = "esm.encoder.emb_layer_norm_after";
    names.headDense = "lm_head.dense";
    names.headNorm = "lm_head.layer_norm";
    names.headBias = "lm_head.bias";
    names.decoder = "lm_head.decoder.weight";
    return names;
}

void replaceEnding(std::string &name, std::string_view from, std::string_view to)
{
    if (name.ends_with(from))
        name.replace(name.size() - from.size(), from.size(), to);
}

} // namespace

TransformerDescription describeEsm2(const ModelConfig &config, const Alphabet &alphabet)
{
    TransformerDescription description;
    description.vocabulary = alphabet.size();
    description.layers = config.num_hidden_layers;
    description.block = {config.hidden_size,    config.num_attention_heads, config.intermediate_size,
                         config.layer_norm_eps, config.hidden_dropout_prob, config.attention_probs_dropout_prob};
    description.rotaryBase = config.rope_theta;
    if (config.token_dropout)
        description.droppedToken = alphabet.mask();
    description.tiedHead = config.tie_word_embeddings;
    description.names = esm2Names();
    description.passengers = {
        {"esm.contact_head.regression.weight", {1, config.num_hidden_layers * config.num_attention_heads}},
        {"esm.contact_head.regression.bias", {1}},
    };
    return description;
}

std::string currentEsm2Name(std::string name)
{
    // Newer writers keep the frequencies that all layers share once, beside the layers.
    if (name == "esm.rotary_embeddings.inv_freq")
        return "esm.encoder.layer.*.attention.self.rotary_embeddings.inv_freq";
    replaceEnding(name, "LayerNorm.gamma", "LayerNorm.weight");
    replaceEnding(name, "LayerNorm.beta", "LayerNorm.bias");
    return name;
}

bool isUnusedEsm2Tensor(const std::string &name, bool tiedHead)
{
    return name == "esm.embeddings.position_embeddings.weight" || name == "esm.embeddings.position_ids"
        || (tiedHead && name == "lm_head.decoder.weight");
}

} // namespace anneal
