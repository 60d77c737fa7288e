// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

struct HeadWidths {
    std::int64_t queries = 0; ///< channels of all queries together
    std::int64_t keys = 0; ///< of all keys, and of all values
    std::int64_t head = 0;
};

[[nodiscard]] inline HeadWidths headWidths(const ModelConfig &model)
{
    const std::int64_t heads = model.num_attention_heads;
    const std::int64_t groups = model.num_key_value_heads > 0 ? model.num_key_value_heads : heads;
    const std::int64_t head = model.head_dim > 0 ? model.head_dim : model.hidden_size / heads;
    return {heads * head, groups * head, head};
}

/// GPT-2's layout, which has query, key and value in one matrix.
[[nodiscard]] inline bool hasFusedProjection(const ModelConfig &model)
{
    return model.is_causal && model.position_embedding_type == "absolute" && model.norm_position == "pre"
        && model.norm_type == "layer_norm" && model.lm_head == "linear" && !model.gated_mlp
        && model.num_key_value_heads == 0;
}

} // namespace anneal
