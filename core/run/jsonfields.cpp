// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/jsonfields.h"

#include "base/files.h"

namespace anneal {

namespace {

const nlohmann::json *member(const nlohmann::json &object, const char *key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

} // namespace

std::string textField(const nlohmann::json &object, const char *key, const std::string &fallback)
{
    const nlohmann::json *value = member(object, key);
    return value && value->is_string() ? value->get<std::string>() : fallback;
}

std::optional<std::int64_t> optionalInteger(const nlohmann::json &object, const char *key)
{
    const nlohmann::json *value = member(object, key);
    if (!value || !value->is_number_integer())
        return std::nullopt;
    return value->get<std::int64_t>();
}

std::int64_t integerField(const nlohmann::json &object, const char *key, std::int64_t fallback)
{
    return optionalInteger(object, key).value_or(fallback);
}

std::optional<double> optionalReal(const nlohmann::json &object, const char *key)
{
    const nlohmann::json *value = member(object, key);
    if (!value || !value->is_number())
        return std::nullopt;
    return value->get<double>();
}

double realField(const nlohmann::json &object, const char *key, double fallback)
{
    return optionalReal(object, key).value_or(fallback);
}

bool boolField(const nlohmann::json &object, const char *key, bool fallback)
{
    const nlohmann::json *value = member(object, key);
    return value && value->is_boolean() ? value->get<bool>() : fallback;
}

std::vector<std::string> textListField(const nlohmann::json &object, const char *key)
{
    std::vector<std::string> texts;
    const nlohmann::json *value = member(object, key);
    if (!value || !value->is_array())
        return texts;
    for (const nlohmann::json &item : *value)
        if (item.is_string())
            texts.push_back(item.get<std::string>());
    return texts;
}

std::string jsonLine(const nlohmann::json &value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<nlohmann::json> readJsonObject(const std::filesystem::path &path)
{
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    nlohmann::json object = nlohmann::json::parse(*text, nullptr, false);
    if (!object.is_object())
        return fail(ErrorCode::Storage, "The file is damaged: it does not hold a JSON object.", path.string());
    return object;
}

} // namespace anneal
