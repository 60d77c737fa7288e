// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/configreader.h"
#include "models/huggingfaceconfig.h"
#include "models/transformer.h"

namespace anneal {

/// A published layout of model folders: what its config.json says and how its files name tensors. The computation is
/// the described block's alone; a family only fixes some of its fields.
struct Family {
    std::string_view name; ///< "ESM-2"
    std::string_view modelType; ///< `model_type` of config.json
    /// Sets every field of the description that the layout cannot express otherwise.
    void (*fix)(ModelConfig &config);
    void (*readConfig)(ConfigReader &reader, HuggingFaceConfig &config);
    /// All of config.json but `model_type` and `vocab_size`.
    nlohmann::ordered_json (*writeConfig)(const ModelConfig &config, const Tokenizer &tokenizer,
                                          std::int64_t maxLength);
    TransformerNames (*tensorNames)(const ModelConfig &config);
    /// Tensors that belong to the family's files but to no part of the module: kept, written back, never trained.
    std::vector<ExtraTensor> (*passengers)(const ModelConfig &config);
    /// The present name of a tensor that older or newer writers spell differently.
    std::string (*currentName)(std::string name);
    /// Tensors that some files hold and the model does not use.
    bool (*isUnused)(const std::string &name, const ModelConfig &config);
    std::string_view classPrefix = {}; ///< of the reference library's classes: "Esm"
    std::string_view languageModelClass = {}; ///< "EsmForMaskedLM"
    /// The family's own head for one class of each token, or for something about the sequence.
    TaskHeadLayout tokenHead = {}, sequenceHead = {};
    /// What the names of all heads' tensors begin with.
    std::vector<std::string_view> headPrefixes = {};
};

/// The layout of a task's head: the family's own, or the pooled one.
[[nodiscard]] TaskHeadLayout taskHeadLayout(const Family &family, const TaskSpec &task);

/// ESM-2, BERT, GPT-2, Llama, and last Anneal's own layout, which fits every description.
[[nodiscard]] const std::vector<Family> &families();

/// The first family whose layout can hold this description.
[[nodiscard]] const Family &familyOf(const ModelConfig &config);
[[nodiscard]] const Family *familyByModelType(std::string_view modelType);

/// Every field of the description as the plainest pre-norm transformer has it; sizes and dropout stay.
void makePlain(ModelConfig &config);

[[nodiscard]] Family esm2Family();
[[nodiscard]] Family bertFamily();
[[nodiscard]] Family gpt2Family();
[[nodiscard]] Family llamaFamily();
[[nodiscard]] Family ownFamily();

} // namespace anneal
