// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/describe.h"

#include <map>

#include "models/family.h"

namespace anneal {
namespace {

Activation activationOf(const std::string &name)
{
    static const std::map<std::string, Activation> known = {{"gelu", Activation::Gelu},
                                                            {"gelu_new", Activation::GeluTanh},
                                                            {"silu", Activation::Silu},
                                                            {"relu", Activation::Relu},
                                                            {"relu2", Activation::Relu2}};
    return known.at(name);
}

NormPlace normPlaceOf(const std::string &name)
{
    if (name == "post")
        return NormPlace::After;
    return name == "residual_post" ? NormPlace::OnBranch : NormPlace::Before;
}

HeadScale headScaleOf(const std::string &name)
{
    if (name == "before_output")
        return HeadScale::BeforeOutput;
    return name == "after_output" ? HeadScale::AfterOutput : HeadScale::None;
}

Positions positionsOf(const std::string &name)
{
    static const std::map<std::string, Positions> known = {{"rotary", Positions::Rotary},
                                                           {"absolute", Positions::Learned},
                                                           {"alibi", Positions::Alibi},
                                                           {"none", Positions::None}};
    return known.at(name);
}

BlockDescription describeBlock(const ModelConfig &config)
{
    const std::int64_t heads = config.num_attention_heads;
    BlockDescription block;
    block.width = config.hidden_size;
    block.heads = heads;
    block.keyValueHeads = config.num_key_value_heads > 0 ? config.num_key_value_heads : heads;
    block.headWidth = config.head_dim > 0 ? config.head_dim : config.hidden_size / heads;
    block.innerWidth = config.intermediate_size;
    block.norm = config.norm_type == "rms_norm" ? NormKind::RmsNorm : NormKind::LayerNorm;
    block.normPlace = normPlaceOf(config.norm_position);
    block.normEps = config.layer_norm_eps;
    block.normBias = config.norm_bias;
    block.attentionBias = config.attention_bias;
    block.channelBias = config.mlp_bias;
    block.activation = activationOf(config.hidden_act);
    block.gated = config.gated_mlp;
    block.causal = config.is_causal;
    block.queryKeyNorm = config.qk_norm;
    block.cosine = config.attention_type == "cosine";
    block.normAfterAttention = config.normformer_attention_norm;
    block.normBeforeDown = config.normformer_mlp_norm;
    block.headScale = headScaleOf(config.normformer_head_scale);
    block.residualScale = config.residual_scale;
    block.zeroInitialOutput = config.zero_init_output;
    block.hiddenDropout = config.hidden_dropout_prob;
    block.attentionDropout = config.attention_probs_dropout_prob;
    return block;
}

} // namespace

TransformerDescription describeTransformer(const ModelConfig &config, std::int64_t vocabulary,
                                           std::optional<std::int64_t> maskToken, const FineTuning &fineTuning)
{
    const Family &family = familyOf(config);
    TransformerDescription description;
    description.vocabulary = vocabulary;
    description.layers = config.num_hidden_layers;
    description.block = describeBlock(config);
    description.positions = positionsOf(config.position_embedding_type);
    description.maxPositions = config.max_position_embeddings;
    description.rotaryBase = config.rope_theta;
    description.rotaryFactor = config.rope_scaling_factor;
    description.tokenTypes = config.type_vocab_size;
    description.embeddingNorm = config.embedding_norm;
    description.embeddingDropout = config.embedding_dropout_prob;
    description.finalNorm = config.norm_position == "pre";
    if (config.token_dropout)
        description.droppedToken = maskToken;
    description.headTransform = config.lm_head == "transform";
    description.headBias = config.lm_head_bias;
    description.tiedHead = config.tie_word_embeddings;
    description.logitSoftcap = config.logit_softcap;
    description.fineTuning = fineTuning;
    if (!fineTuning.task.isLanguageModel())
        description.taskHead = taskHeadLayout(family, fineTuning.task);
    description.names = family.tensorNames(config);
    description.passengers = family.passengers(config);
    return description;
}

} // namespace anneal
