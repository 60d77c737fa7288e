// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "nn/parameters.h"

namespace anneal {

/// Which parts of a model an adapter changes and how, with the meaning of the same keys in PEFT's adapter_config.json.
struct AdapterSpec {
    std::int64_t rank = 8; ///< r
    double alpha = 8; ///< lora_alpha
    double dropout = 0; ///< lora_dropout
    std::vector<std::string> targets; ///< module names or their endings
    std::string targetPattern; ///< regular expression of the whole name, instead of `targets`
    std::vector<std::string> excluded; ///< exclude_modules
    std::vector<std::int64_t> layers; ///< layers_to_transform; empty = all
    bool rankStabilised = false; ///< use_rslora: α / √r instead of α / r (Kalajdzievski 2023)
    bool hasMagnitude = false; ///< use_dora
    std::string bias = "none"; ///< none | all | lora_only: which biases are trained too
    std::vector<std::string> savedModules; ///< modules_to_save: trained in full
    std::map<std::string, std::int64_t> rankPattern;
    std::map<std::string, double> alphaPattern;
    std::string baseModel; ///< base_model_name_or_path
    nlohmann::ordered_json file; ///< adapter_config.json as read: keys that we do not know are written back

    /// Nothing for a module that keeps its matrix as it is.
    [[nodiscard]] std::optional<AdapterShape> shapeOf(const std::string &module) const;
    /// Whether a tensor of the base is trained with the adapter. `adapted`: it belongs to a module with an update.
    [[nodiscard]] bool trains(const std::string &tensor, bool adapted) const;
};

/// adapter_config.json of a folder. Data error naming the file and the key for what this engine would compute
/// otherwise.
[[nodiscard]] Result<AdapterSpec> readAdapterSpec(const std::filesystem::path &folder);
/// The text of adapter_config.json. `taskType` is PEFT's: TOKEN_CLS, SEQ_CLS, CAUSAL_LM or empty.
[[nodiscard]] std::string adapterSpecText(const AdapterSpec &spec, const std::string &taskType, bool inputFirst);

} // namespace anneal
