// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/trained.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "config/measures.h"
#include "plan/adaptercount.h"
#include "plan/parameters.h"
#include "plan/plan.h"
#include "plan/widths.h"

namespace anneal {

namespace {

enum class SequenceHead { OutputOnly, Dense, NormAndDense };

/// The family's own head of a task about sequences.
SequenceHead familyHead(const ModelConfig &model)
{
    if (hasFusedProjection(model) || (model.is_causal && model.norm_type == "rms_norm" && model.gated_mlp))
        return SequenceHead::OutputOnly; // GPT-2, Llama
    const bool isBert = model.norm_position == "post" && model.embedding_norm && model.type_vocab_size > 0;
    const bool isEsm2 = model.norm_position == "pre" && model.position_embedding_type == "rotary"
        && model.norm_type == "layer_norm" && model.lm_head == "transform" && !model.embedding_norm;
    return isBert || isEsm2 ? SequenceHead::Dense : SequenceHead::NormAndDense;
}

std::int64_t taskHeadParameters(const Config &config, std::int64_t outputs)
{
    const std::int64_t width = config.model.hidden_size;
    const std::int64_t output = width * outputs + outputs, dense = width * width + width;
    if (config.objective.task == "token_classification")
        return output;
    switch (config.objective.head == "pooled" ? SequenceHead::NormAndDense : familyHead(config.model)) {
    case SequenceHead::OutputOnly:
        return width * outputs;
    case SequenceHead::Dense:
        return dense + output;
    case SequenceHead::NormAndDense:
        break;
    }
    return 2 * width + dense + output;
}

bool savesAny(const Config &config, std::initializer_list<const char *> modules)
{
    return std::any_of(modules.begin(), modules.end(), [&](const char *module) {
        return config.adapter.modules_to_save.find(module) != std::string::npos;
    });
}

/// Beside the updates: a new head, and what modules_to_save names.
std::int64_t savedParameters(const Config &config, const ModelParameters &parts, std::int64_t head)
{
    std::int64_t count = 0;
    if (!isLanguageTask(config.objective.task) || savesAny(config, {"lm_head", "cls"}))
        count += head;
    if (savesAny(config, {"embed_tokens", "word_embeddings", "wte"}))
        count += vocabularySize(config) * config.model.hidden_size;
    return std::min(count, parts.embeddings + head);
}

} // namespace

TrainedParameters trainedParameters(const Config &config, std::int64_t outputs)
{
    const ModelParameters parts = modelParameters(config);
    const std::int64_t layers = config.model.num_hidden_layers;
    const std::int64_t head = isLanguageTask(config.objective.task)
        ? parts.languageHead
        : taskHeadParameters(config, std::max<std::int64_t>(1, outputs));
    const std::int64_t whole = parts.embeddings + layers * parts.block + parts.finalNorm + head;
    const std::string &method = config.adapter.method;
    if (method == "head")
        return {head, whole};
    if (method == "upper_layers")
        return {whole - parts.embeddings - std::min(layers, config.adapter.frozen_layers) * parts.block, whole};
    if (method != "lora")
        return {whole, whole};
    const AdapterParameters adapter = adapterParameters(config);
    return {adapter.updates + adapter.biases + savedParameters(config, parts, head), whole + adapter.updates};
}

std::string trainedText(const TrainedParameters &parameters)
{
    const auto trained = static_cast<double>(parameters.trained), all = static_cast<double>(parameters.all);
    if (parameters.trained == parameters.all)
        return "all of " + formatCount(all);
    return fmt::format("{} of {} ({:.3g} %)", formatCount(trained), formatCount(all), 100 * trained / all);
}

} // namespace anneal
