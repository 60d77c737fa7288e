// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/configio.h"
#include "models/family.h"
#include "models/tensornames.h"

namespace anneal {
namespace {

void fixNothing(ModelConfig & /*config*/) { }

/// The description itself, under the keys of the field reference.
void readOwn(ConfigReader &reader, HuggingFaceConfig &config)
{
    nlohmann::json described = nlohmann::json::object();
    const nlohmann::ordered_json known = configToJson(Config{})["model"];
    for (const auto &[key, value] : reader.object().items())
        if (known.contains(key))
            described[key] = nlohmann::json::parse(value.dump());
    const ParsedConfig parsed = configFromJson({{"model", described}});
    for (const Issue &issue : parsed.issues)
        reader.complain(issue.key + ": " + issue.message);
    config.model = parsed.config.model;
    config.model.init_from.clear();
    config.maxLength = config.model.max_position_embeddings;
    reader.size("max_length", config.maxLength);
}

nlohmann::ordered_json writeOwn(const ModelConfig &config, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    Config whole;
    whole.model = config;
    nlohmann::ordered_json described = configToJson(whole)["model"];
    described.erase("init_from");
    described["max_length"] = maxLength;
    described["pad_token_id"] = idOrNull(tokenizer.special().pad);
    described["mask_token_id"] = idOrNull(tokenizer.special().mask);
    return described;
}

/// Llama's names, with more of the same kind for what Llama does not have.
TransformerNames ownNames(const ModelConfig & /*config*/)
{
    TransformerNames names;
    names.embedding = "model.embed_tokens.weight";
    names.positions = "model.embed_positions.weight";
    names.tokenTypes = "model.embed_token_types.weight";
    names.embeddingNorm = "model.embed_norm";
    names.layerPrefix = "model.layers.{}.";
    names.block.attentionNorm = "input_layernorm";
    names.block.query = "self_attn.q_proj";
    names.block.key = "self_attn.k_proj";
    names.block.value = "self_attn.v_proj";
    names.block.queryNorm = "self_attn.q_norm";
    names.block.keyNorm = "self_attn.k_norm";
    names.block.logitScale = "self_attn.logit_scale";
    names.block.headScale = "self_attn.head_scale";
    names.block.attentionOutput = "self_attn.o_proj";
    names.block.attentionOutputNorm = "self_attn.output_norm";
    names.block.channelNorm = "post_attention_layernorm";
    names.block.gate = "mlp.gate_proj";
    names.block.up = "mlp.up_proj";
    names.block.innerNorm = "mlp.inner_norm";
    names.block.down = "mlp.down_proj";
    names.block.residualScale = "mlp.residual_scale";
    names.finalNorm = "model.norm";
    names.headDense = "lm_head.dense";
    names.headNorm = "lm_head.layer_norm";
    names.headBias = "lm_head.bias";
    names.decoder = "lm_head.weight";
    return names;
}

std::string ownName(std::string name)
{
    return name;
}

bool isUnusedOwn(const std::string & /*name*/, const ModelConfig & /*config*/)
{
    return false;
}

} // namespace

Family ownFamily()
{
    Family family{"Anneal's own", "anneal",     fixNothing, readOwn,    writeOwn,
                  ownNames,       noPassengers, ownName,    isUnusedOwn};
    family.classPrefix = "Anneal";
    family.languageModelClass = "AnnealLanguageModel";
    family.tokenHead.output = "classifier";
    family.sequenceHead.norm = "classifier.norm";
    family.sequenceHead.dense = "classifier.dense";
    family.sequenceHead.output = "classifier.out_proj";
    family.sequenceHead.pooling = Pooling::Mean;
    family.headPrefixes = {"lm_head.", "classifier."};
    return family;
}

} // namespace anneal
