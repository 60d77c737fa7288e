// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/finetuning.h"

#include <map>

#include "config/modulelists.h"
#include "models/family.h"

namespace anneal {
namespace {

template <typename Value>
std::map<std::string, Value> patternOf(const std::string &text)
{
    std::map<std::string, Value> pattern;
    for (const auto &[module, number] : moduleNumbers(text))
        pattern[module] = static_cast<Value>(number);
    return pattern;
}

/// Query and value of every layer, under the family's names, or the matrix that holds them.
std::vector<std::string> usualTargets(const ModelConfig &config)
{
    const BlockNames names = familyOf(config).tensorNames(config).block;
    if (!names.queryKeyValue.empty())
        return {names.queryKeyValue};
    return {names.query, names.value};
}

AdapterSpec adapterSpec(const Config &config)
{
    const AdapterConfig &adapter = config.adapter;
    AdapterSpec spec;
    spec.rank = adapter.rank;
    spec.alpha = adapter.alpha;
    spec.dropout = adapter.dropout;
    const bool isPattern = isModulePattern(adapter.target_modules);
    if (isPattern)
        spec.targetPattern = adapter.target_modules;
    else
        spec.targets = moduleList(adapter.target_modules);
    if (spec.targets.empty() && !isPattern)
        spec.targets = usualTargets(config.model);
    spec.rankStabilised = adapter.use_rslora;
    spec.hasMagnitude = adapter.use_dora;
    spec.bias = adapter.bias;
    spec.savedModules = moduleList(adapter.modules_to_save);
    spec.rankPattern = patternOf<std::int64_t>(adapter.rank_pattern);
    spec.alphaPattern = patternOf<double>(adapter.alpha_pattern);
    spec.baseModel = config.model.init_from;
    return spec;
}

Pooling poolingOf(const std::string &name)
{
    static const std::map<std::string, Pooling> known = {
        {"first", Pooling::First}, {"last", Pooling::Last}, {"mean", Pooling::Mean}, {"max", Pooling::Max}};
    return known.at(name);
}

TaskSpec taskSpec(const Config &config, const Labels &labels)
{
    TaskSpec task;
    if (labels.empty())
        return task;
    task.kind = labels.kind == LabelKind::PerResidue ? HeadKind::TokenClasses : HeadKind::Sequence;
    if (labels.kind == LabelKind::SeveralClasses)
        task.problem = Problem::MultiLabel;
    if (labels.kind == LabelKind::Number)
        task.problem = Problem::Regression;
    task.labels = labels.kind == LabelKind::Number ? std::vector<std::string>{"value"} : labels.classNames;
    task.pooledHead = task.kind == HeadKind::Sequence && config.objective.head == "pooled";
    task.pooling = poolingOf(config.objective.pooling);
    task.dropout = config.objective.classifier_dropout;
    return task;
}

/// A new head must be trained and saved whole beside the adapters, as PEFT does for these tasks.
void trainHead(const ModelConfig &config, AdapterSpec &spec)
{
    for (const std::string_view prefix : familyOf(config).headPrefixes)
        if (prefix != "lm_head." && prefix != "cls.")
            spec.savedModules.emplace_back(prefix.substr(0, prefix.size() - 1));
}

} // namespace

FineTuning fineTuning(const Config &config, const Labels &labels)
{
    FineTuning wanted;
    wanted.task = taskSpec(config, labels);
    const std::string &method = config.adapter.method;
    if (method == "lora")
        wanted.adapter = adapterSpec(config);
    if (wanted.adapter && !wanted.task.isLanguageModel())
        trainHead(config.model, *wanted.adapter);
    if (method == "head")
        wanted.part = TrainedPart::Head;
    if (method == "upper_layers")
        wanted.part = TrainedPart::UpperLayers;
    wanted.frozenLayers = config.adapter.frozen_layers;
    return wanted;
}

} // namespace anneal
