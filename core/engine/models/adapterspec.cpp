// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/adapterspec.h"

#include <algorithm>
#include <cmath>
#include <regex>

#include <fmt/format.h>

#include "base/files.h"
#include "config/modulelists.h"
#include "models/configreader.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

bool endsWithAny(const std::string &name, const std::vector<std::string> &endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [&](const std::string &ending) { return endsWithModule(name, ending); });
}

/// Number of the layer that the name is in, if any: the first number between dots.
std::optional<std::int64_t> layerOf(const std::string &name)
{
    static const std::regex number(R"(\.(\d+)\.)");
    std::smatch found;
    if (!std::regex_search(name, found, number))
        return {};
    return std::stoll(found[1]);
}

/// The pattern's value for this module: its keys are regular expressions of the whole name or of its end.
template <typename Value>
Value patternValue(const std::map<std::string, Value> &patterns, const std::string &module, Value otherwise)
{
    for (const auto &[pattern, value] : patterns)
        if (std::regex_match(module, std::regex(wholeNamePattern(pattern))))
            return value;
    return otherwise;
}

bool isTarget(const AdapterSpec &spec, const std::string &module)
{
    if (endsWithAny(module, spec.excluded))
        return false;
    if (!spec.layers.empty()) {
        const auto layer = layerOf(module);
        if (!layer || std::find(spec.layers.begin(), spec.layers.end(), *layer) == spec.layers.end())
            return false;
    }
    if (!spec.targetPattern.empty())
        return std::regex_match(module, std::regex(spec.targetPattern));
    return endsWithAny(module, spec.targets);
}

/// "classifier.dense.weight" lies in the module "classifier".
bool liesIn(const std::string &tensor, const std::string &module)
{
    return tensor.starts_with(module + ".") || tensor.find("." + module + ".") != std::string::npos;
}

/// A list of names, or one.
std::vector<std::string> namesIn(const Json &value)
{
    std::vector<std::string> names;
    for (const Json &one : value.is_array() ? value : Json::array({value}))
        if (one.is_string() && std::find(names.begin(), names.end(), one) == names.end())
            names.push_back(one);
    return names;
}

Json present(const Json &object, const char *key)
{
    const auto found = object.find(key);
    return found == object.end() ? Json() : *found;
}

void readTargets(const Json &object, AdapterSpec &spec, ConfigReader &reader)
{
    const Json targets = present(object, "target_modules");
    if (targets == "all-linear")
        reader.complain("target_modules is \"all-linear\": name the modules instead");
    else if (targets.is_string())
        spec.targetPattern = targets.get<std::string>();
    else
        spec.targets = namesIn(targets);
    if (spec.targetPattern.empty() && spec.targets.empty())
        reader.complain("target_modules names no module");
    try {
        (void)std::regex(spec.targetPattern);
    } catch (const std::regex_error &) {
        reader.complain(fmt::format("target_modules is \"{}\", which is no regular expression", spec.targetPattern));
    }
}

template <typename Value>
void readPattern(const Json &object, const char *key, std::map<std::string, Value> &pattern, ConfigReader &reader)
{
    const Json values = present(object, key);
    if (!values.is_object())
        return;
    for (const auto &[module, value] : values.items())
        if (value.is_number())
            pattern[module] = value.template get<Value>();
        else
            reader.complain(fmt::format("{} of \"{}\" is {}, but must be a number", key, module, value.dump()));
}

/// What would change the computation and is not done here.
void refuseTheRest(ConfigReader &reader)
{
    reader.only("peft_type", "LORA");
    for (const char *key : {"lora_bias", "use_qalora", "use_bdlora"})
        reader.only(key, false);
    for (const char *key : {"layer_replication", "target_parameters", "trainable_token_indices",
                            "alora_invocation_tokens", "arrow_config", "kasa_config", "velora_config"})
        reader.only(key, nullptr);
}

} // namespace

std::optional<AdapterShape> AdapterSpec::shapeOf(const std::string &module) const
{
    const bool isSaved = std::any_of(savedModules.begin(), savedModules.end(), [&](const std::string &saved) {
        return endsWithModule(module, saved) || liesIn(module, saved);
    });
    if (isSaved || !isTarget(*this, module))
        return {};
    const std::int64_t r = patternValue(rankPattern, module, rank);
    const double numerator = patternValue(alphaPattern, module, alpha);
    const auto width = static_cast<double>(r);
    return AdapterShape{r, numerator / (rankStabilised ? std::sqrt(width) : width), dropout, hasMagnitude};
}

bool AdapterSpec::trains(const std::string &tensor, bool adapted) const
{
    if (std::any_of(savedModules.begin(), savedModules.end(),
                    [&](const std::string &module) { return liesIn(tensor, module); }))
        return true;
    return tensor.ends_with(".bias") && (bias == "all" || (bias == "lora_only" && adapted));
}

Result<AdapterSpec> readAdapterSpec(const fs::path &folder)
{
    const fs::path path = folder / "adapter_config.json";
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    AdapterSpec spec;
    spec.file = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!spec.file.is_object())
        return fail(ErrorCode::Data,
                    "this is not a JSON object, so it does not describe an adapter: copy or save it again",
                    path.string());
    ConfigReader reader(spec.file);
    refuseTheRest(reader);
    reader.size("r", spec.rank);
    reader.number("lora_alpha", spec.alpha);
    reader.number("lora_dropout", spec.dropout);
    reader.flag("use_rslora", spec.rankStabilised);
    reader.flag("use_dora", spec.hasMagnitude);
    readTargets(spec.file, spec, reader);
    spec.excluded = namesIn(present(spec.file, "exclude_modules"));
    spec.savedModules = namesIn(present(spec.file, "modules_to_save"));
    for (const Json &layer : present(spec.file, "layers_to_transform"))
        if (layer.is_number_integer())
            spec.layers.push_back(layer);
    readPattern(spec.file, "rank_pattern", spec.rankPattern, reader);
    readPattern(spec.file, "alpha_pattern", spec.alphaPattern, reader);
    if (const Json bias = present(spec.file, "bias"); bias.is_string())
        spec.bias = bias.get<std::string>();
    if (const Json base = present(spec.file, "base_model_name_or_path"); base.is_string())
        spec.baseModel = base.get<std::string>();
    if (!reader.problem().empty())
        return fail(ErrorCode::Data, reader.problem(), path.string());
    return spec;
}

std::string adapterSpecText(const AdapterSpec &spec, const std::string &taskType, bool inputFirst)
{
    Json object = spec.file.is_object() ? spec.file : Json::object();
    object["peft_type"] = "LORA";
    object["task_type"] = taskType.empty() ? Json() : Json(taskType);
    object["base_model_name_or_path"] = spec.baseModel;
    object["r"] = spec.rank;
    object["lora_alpha"] = spec.alpha;
    object["lora_dropout"] = spec.dropout;
    object["target_modules"] = spec.targetPattern.empty() ? Json(spec.targets) : Json(spec.targetPattern);
    object["exclude_modules"] = spec.excluded.empty() ? Json() : Json(spec.excluded);
    object["layers_to_transform"] = spec.layers.empty() ? Json() : Json(spec.layers);
    object["use_rslora"] = spec.rankStabilised;
    object["use_dora"] = spec.hasMagnitude;
    object["bias"] = spec.bias;
    object["modules_to_save"] = spec.savedModules.empty() ? Json() : Json(spec.savedModules);
    object["rank_pattern"] = Json(spec.rankPattern);
    object["alpha_pattern"] = Json(spec.alphaPattern);
    object["fan_in_fan_out"] = inputFirst;
    object["init_lora_weights"] = true;
    object["inference_mode"] = true;
    return object.dump(2) + "\n";
}

} // namespace anneal
