// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "models/configreader.h"
#include "models/transformer.h"

namespace anneal {

inline void replaceEnding(std::string &name, std::string_view from, std::string_view to)
{
    if (name.ends_with(from))
        name.replace(name.size() - from.size(), from.size(), to);
}

/// Files of TensorFlow's descent call a LayerNorm's weight and bias gamma and beta.
inline std::string withoutGammaBeta(std::string name)
{
    replaceEnding(name, "LayerNorm.gamma", "LayerNorm.weight");
    replaceEnding(name, "LayerNorm.beta", "LayerNorm.bias");
    return name;
}

/// A bare encoder's file leaves out the prefix that a model with a head gives its encoder.
inline std::string withPrefix(std::string name, std::string_view prefix, std::initializer_list<std::string_view> roots)
{
    for (const std::string_view root : roots)
        if (name.starts_with(root))
            return std::string(prefix) + name;
    return name;
}

/// The id of a token that a vocabulary may lack, as JSON.
inline nlohmann::ordered_json idOrNull(const std::optional<WideTokenId> &id)
{
    return id ? nlohmann::ordered_json(*id) : nlohmann::ordered_json();
}

/// One of the activations that the described block has, under the library's own names for them.
inline void readActivation(ConfigReader &reader, const char *key, ModelConfig &model)
{
    const auto found = reader.object().find(key);
    if (found == reader.object().end() || found->is_null())
        return;
    for (const char *known : {"gelu", "gelu_new", "silu", "relu", "relu2"})
        if (*found == known)
            model.hidden_act = known;
    if (*found == "gelu_pytorch_tanh")
        model.hidden_act = "gelu_new"; // the same formula
    else if (*found != model.hidden_act)
        reader.complain(fmt::format("{} is {}, but only gelu, gelu_new, gelu_pytorch_tanh, silu, relu and relu2 are "
                                    "supported",
                                    key, found->dump()));
}

inline std::vector<ExtraTensor> noPassengers(const ModelConfig & /*config*/)
{
    return {};
}

} // namespace anneal
