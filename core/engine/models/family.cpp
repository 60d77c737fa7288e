// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/family.h"

#include <algorithm>

namespace anneal {
namespace {

/// Two ways of saying the same become one, so that descriptions can be compared.
ModelConfig normalised(ModelConfig config)
{
    if (config.num_key_value_heads == config.num_attention_heads)
        config.num_key_value_heads = 0;
    if (config.head_dim * config.num_attention_heads == config.hidden_size)
        config.head_dim = 0;
    if (config.norm_type == "rms_norm")
        config.norm_bias = true; // says nothing there
    return config;
}

bool fits(const Family &family, const ModelConfig &config)
{
    ModelConfig fixed = normalised(config);
    family.fix(fixed);
    return normalised(fixed) == normalised(config);
}

} // namespace

const std::vector<Family> &families()
{
    static const std::vector<Family> all = {esm2Family(), bertFamily(), gpt2Family(), llamaFamily(), ownFamily()};
    return all;
}

const Family &familyOf(const ModelConfig &config)
{
    return *std::find_if(families().begin(), families().end(),
                         [&](const Family &family) { return fits(family, config); });
}

const Family *familyByModelType(std::string_view modelType)
{
    const auto found = std::find_if(families().begin(), families().end(),
                                    [&](const Family &family) { return family.modelType == modelType; });
    return found == families().end() ? nullptr : &*found;
}

TaskHeadLayout taskHeadLayout(const Family &family, const TaskSpec &task)
{
    if (task.kind == HeadKind::TokenClasses)
        return family.tokenHead;
    if (!task.pooledHead)
        return family.sequenceHead;
    TaskHeadLayout pooled;
    pooled.norm = "classifier.norm";
    pooled.dense = "classifier.dense";
    pooled.output = "classifier.out_proj";
    pooled.pooling = task.pooling;
    return pooled;
}

void makePlain(ModelConfig &config)
{
    config.is_causal = false;
    config.rope_scaling_factor = 1;
    config.norm_type = "layer_norm";
    config.norm_position = "pre";
    config.norm_bias = true;
    config.embedding_norm = false;
    config.type_vocab_size = 0;
    config.num_key_value_heads = 0;
    config.head_dim = 0;
    config.attention_type = "dot_product";
    config.qk_norm = false;
    config.attention_bias = true;
    config.gated_mlp = false;
    config.mlp_bias = true;
    config.normformer_attention_norm = false;
    config.normformer_mlp_norm = false;
    config.normformer_head_scale = "none";
    config.residual_scale = false;
    config.logit_softcap = 0;
    config.token_dropout = false;
}

} // namespace anneal
