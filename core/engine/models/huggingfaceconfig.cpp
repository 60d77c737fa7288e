// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/huggingfaceconfig.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "models/family.h"
#include "models/transformerengine.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

std::string knownModelTypes()
{
    std::string all;
    for (const Family &family : families())
        all += fmt::format("{}{}", all.empty() ? "" : ", ", family.modelType);
    return all + ", " + kTransformerEngineType;
}

/// The family whose config.json says this `model_type`; another layout of ESM-2 has one of its own.
const Family *familyOfType(const std::string &type)
{
    return familyByModelType(type == kTransformerEngineType ? "esm" : type);
}

/// A width that the heads do not divide would otherwise surface as a strange shape.
void checkHeads(ConfigReader &reader, const ModelConfig &model)
{
    const std::int64_t heads = model.num_attention_heads, groups = model.num_key_value_heads;
    if (model.head_dim == 0 && model.hidden_size % heads != 0)
        reader.complain(fmt::format("hidden_size {} does not divide into {} heads", model.hidden_size, heads));
    const std::int64_t width = model.head_dim > 0 ? model.head_dim : model.hidden_size / heads;
    if (model.position_embedding_type == "rotary" && width % 2 != 0)
        reader.complain(fmt::format("hidden_size {} gives {} heads an odd width, which rotary positions cannot turn",
                                    model.hidden_size, heads));
    if (groups > 0 && heads % groups != 0)
        reader.complain(fmt::format("{} heads do not divide into {} groups (num_key_value_heads)", heads, groups));
}

constexpr const char *kPooledHead = "anneal_pooled_head"; // a head that the reference library does not have

constexpr std::pair<Pooling, const char *> kPoolings[] = {
    {Pooling::First, "first"}, {Pooling::Last, "last"}, {Pooling::Mean, "mean"}, {Pooling::Max, "max"}};
constexpr std::pair<Problem, const char *> kProblems[] = {{Problem::SingleLabel, "single_label_classification"},
                                                          {Problem::MultiLabel, "multi_label_classification"},
                                                          {Problem::Regression, "regression"}};

template <typename Value, std::size_t N>
const char *nameOf(const std::pair<Value, const char *> (&names)[N], Value value)
{
    for (const auto &[one, name] : names)
        if (one == value)
            return name;
    return "";
}

template <typename Value, std::size_t N>
void readNamed(const Json &object, const char *key, const std::pair<Value, const char *> (&names)[N], Value &value)
{
    const auto found = object.find(key);
    for (const auto &[one, name] : names)
        if (found != object.end() && *found == name)
            value = one;
}

/// Output names by number; the reference library calls them LABEL_0, LABEL_1, … and there are two where it says
/// nothing.
std::vector<std::string> readLabels(const Json &object)
{
    std::vector<std::string> labels;
    const Json names = object.value("id2label", Json::object());
    const std::size_t count = names.empty() ? object.value("num_labels", std::size_t{2}) : names.size();
    for (std::size_t i = 0; i < count; ++i)
        labels.push_back(names.value(std::to_string(i), "LABEL_" + std::to_string(i)));
    return labels;
}

std::string firstArchitecture(const Json &object)
{
    const Json classes = object.value("architectures", Json::array());
    return classes.is_array() && !classes.empty() && classes[0].is_string() ? classes[0].get<std::string>() : "";
}

TaskSpec readTask(const Json &object, const ModelConfig &model)
{
    TaskSpec task;
    const std::string name = firstArchitecture(object);
    if (name.ends_with("ForTokenClassification"))
        task.kind = HeadKind::TokenClasses;
    else if (name.ends_with("ForSequenceClassification"))
        task.kind = HeadKind::Sequence;
    else
        return task;
    task.labels = readLabels(object);
    if (task.kind == HeadKind::Sequence && task.outputs() == 1)
        task.problem = Problem::Regression;
    readNamed(object, "problem_type", kProblems, task.problem);
    task.dropout = model.hidden_dropout_prob;
    if (const auto dropout = object.find("classifier_dropout"); dropout != object.end() && dropout->is_number())
        task.dropout = *dropout;
    if (const auto pooled = object.find(kPooledHead); pooled != object.end() && pooled->is_object()) {
        task.pooledHead = true;
        readNamed(*pooled, "pooling", kPoolings, task.pooling);
    }
    return task;
}

std::string className(const Family &family, const TaskSpec &task)
{
    if (task.isLanguageModel())
        return std::string(family.languageModelClass);
    return fmt::format("{}For{}Classification", family.classPrefix,
                       task.kind == HeadKind::TokenClasses ? "Token" : "Sequence");
}

void writeTask(const TaskSpec &task, Json &object)
{
    Json names = Json::object(), numbers = Json::object();
    for (std::size_t i = 0; i < task.labels.size(); ++i) {
        names[std::to_string(i)] = task.labels[i];
        numbers[task.labels[i]] = i;
    }
    object["id2label"] = names;
    object["label2id"] = numbers;
    object["classifier_dropout"] = task.dropout;
    if (task.kind == HeadKind::Sequence)
        object["problem_type"] = nameOf(kProblems, task.problem);
    if (task.pooledHead)
        object[kPooledHead] = {{"pooling", nameOf(kPoolings, task.pooling)}};
}

HuggingFaceConfig readFields(ConfigReader &reader, const Family &family)
{
    HuggingFaceConfig config;
    family.fix(config.model);
    reader.needs({"vocab_size"});
    reader.size("vocab_size", config.vocabulary);
    if (const auto mask = reader.object().find("mask_token_id");
        mask != reader.object().end() && mask->is_number_unsigned())
        config.maskToken = mask->get<std::int64_t>();
    family.readConfig(reader, config);
    config.task = readTask(reader.object(), config.model);
    checkHeads(reader, config.model);
    if (config.model.token_dropout && !config.maskToken)
        reader.complain("token_dropout is true, but mask_token_id is missing");
    return config;
}

} // namespace

Result<HuggingFaceConfig> readHuggingFaceConfig(const fs::path &folder)
{
    const fs::path path = folder / "config.json";
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    const Json object = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object())
        return fail(ErrorCode::Data,
                    "this is not a JSON object, so it does not describe a model: copy or save it again", path.string());
    const Json type = object.value("model_type", Json());
    const Family *family = type.is_string() ? familyOfType(type.get<std::string>()) : nullptr;
    if (family == nullptr)
        return fail(ErrorCode::Data,
                    fmt::format("model_type is {}, but only {} are supported", type.dump(), knownModelTypes()),
                    path.string());
    ConfigReader reader(object);
    HuggingFaceConfig config = readFields(reader, *family);
    if (type == kTransformerEngineType)
        checkTransformerEngineConfig(reader);
    if (!reader.problem().empty())
        return fail(ErrorCode::Data, reader.problem(), path.string());
    return config;
}

std::string huggingFaceConfigText(const SequenceModel &model, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    const TaskSpec &task = model.task();
    const Family &family = familyOf(model.config());
    Json object = family.writeConfig(model.config(), tokenizer, maxLength);
    object["architectures"] = {className(family, task)};
    if (!task.isLanguageModel())
        writeTask(task, object);
    object["model_type"] = family.modelType;
    object["vocab_size"] = model.vocabulary();
    return object.dump(2) + "\n";
}

} // namespace anneal
