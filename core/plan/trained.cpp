// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/trained.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "config/measures.h"
#include "plan/adaptercount.h"
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

PlannedTensors taskHeadTensors(const Config &config, std::int64_t outputs)
{
    const std::int64_t width = config.model.hidden_size;
    const PlannedTensor weight{"classifier.out_proj.weight", {outputs, width}};
    const PlannedTensor bias{"classifier.out_proj.bias", {outputs}};
    const PlannedTensor dense{"classifier.dense.weight", {width, width}}, denseBias{"classifier.dense.bias", {width}};
    if (config.objective.task == "token_classification")
        return {weight, bias};
    switch (config.objective.head == "pooled" ? SequenceHead::NormAndDense : familyHead(config.model)) {
    case SequenceHead::OutputOnly:
        return {weight};
    case SequenceHead::Dense:
        return {dense, denseBias, weight, bias};
    case SequenceHead::NormAndDense:
        break;
    }
    return {{"classifier.norm.weight", {width}}, {"classifier.norm.bias", {width}}, dense, denseBias, weight, bias};
}

void append(PlannedTensors &tensors, const PlannedTensors &more, std::int64_t count = 1)
{
    for (PlannedTensor tensor : more) {
        tensor.count *= count;
        tensors.push_back(std::move(tensor));
    }
}

bool savesAny(const Config &config, std::initializer_list<const char *> modules)
{
    return std::any_of(modules.begin(), modules.end(), [&](const char *module) {
        return config.adapter.modules_to_save.find(module) != std::string::npos;
    });
}

bool savesHead(const Config &config)
{
    return !isLanguageTask(config.objective.task) || savesAny(config, {"lm_head", "cls"});
}

/// Beside the updates: a new head, and what modules_to_save names.
PlannedTensors savedTensors(const Config &config, const PlannedTensors &head)
{
    PlannedTensors saved;
    if (savesHead(config))
        append(saved, head);
    if (savesAny(config, {"embed_tokens", "word_embeddings", "wte"}))
        saved.push_back({"model.embed_tokens.weight", {vocabularySize(config), config.model.hidden_size}});
    return saved;
}

PlannedTensors headTensors(const Config &config, const ModelTensors &parts, std::int64_t outputs)
{
    return isLanguageTask(config.objective.task) ? parts.languageHead : taskHeadTensors(config, std::max<std::int64_t>(1, outputs));
}

/// Of a head that is not trained whole, when all biases are.
PlannedTensors headBiases(const Config &config, const PlannedTensors &head)
{
    PlannedTensors biases;
    if (config.adapter.bias != "all" || savesHead(config))
        return biases;
    for (const PlannedTensor &tensor : head)
        if (tensor.name.ends_with(".bias"))
            biases.push_back(tensor);
    return biases;
}

PlannedTensors adaptedTensors(const Config &config, const PlannedTensors &head)
{
    const AdapterTensors adapter = adapterTensors(config);
    PlannedTensors tensors = adapter.updates;
    append(tensors, adapter.biases);
    append(tensors, headBiases(config, head));
    append(tensors, savedTensors(config, head));
    return tensors;
}

/// All blocks but the first ones, and what comes after them.
PlannedTensors upperTensors(const Config &config, const ModelTensors &parts, const PlannedTensors &head)
{
    const std::int64_t layers = config.model.num_hidden_layers;
    const std::int64_t frozen = config.adapter.method == "upper_layers" ? config.adapter.frozen_layers : 0;
    PlannedTensors tensors;
    append(tensors, parts.block, std::max<std::int64_t>(0, layers - frozen));
    append(tensors, parts.finalNorm);
    append(tensors, head);
    return tensors;
}

} // namespace

PlannedTensors trainedTensors(const Config &config, std::int64_t outputs)
{
    const ModelTensors parts = modelTensors(config);
    const PlannedTensors head = headTensors(config, parts, outputs);
    const std::string &method = config.adapter.method;
    if (method == "head")
        return head;
    if (method == "lora")
        return adaptedTensors(config, head);
    PlannedTensors tensors = upperTensors(config, parts, head);
    if (method != "upper_layers")
        append(tensors, parts.embeddings);
    return tensors;
}

TrainedParameters trainedParameters(const Config &config, std::int64_t outputs)
{
    const ModelTensors parts = modelTensors(config);
    std::int64_t all = elementsOf(parts.embeddings) + config.model.num_hidden_layers * elementsOf(parts.block)
        + elementsOf(parts.finalNorm) + elementsOf(headTensors(config, parts, outputs));
    if (config.adapter.method == "lora")
        all += elementsOf(adapterTensors(config).updates);
    return {elementsOf(trainedTensors(config, outputs)), all};
}

std::string trainedText(const TrainedParameters &parameters)
{
    const auto trained = static_cast<double>(parameters.trained), all = static_cast<double>(parameters.all);
    if (parameters.trained == parameters.all)
        return "all of " + formatCount(all);
    return fmt::format("{} of {} ({:.3g} %)", formatCount(trained), formatCount(all), 100 * trained / all);
}

} // namespace anneal
