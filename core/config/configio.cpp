// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/configio.h"

#include <algorithm>

#include <fmt/format.h>

#include "config/fieldvalue.h"
#include "config/migrate.h"

namespace anneal {

namespace {

constexpr const char *kVersionKey = "schema_version";

nlohmann::ordered_json jsonOf(const FieldValue &value)
{
    return std::visit([](const auto &held) { return nlohmann::ordered_json(held); }, value);
}

std::vector<std::string> sectionKeys()
{
    std::vector<std::string> keys;
    for (const FieldSection &section : fieldSections())
        keys.push_back(section.key);
    return keys;
}

Issue unknownSectionIssue(const std::string &key, const nlohmann::json &value)
{
    if (findField(key) != nullptr) {
        const std::size_t dot = key.find('.');
        return {Severity::Error, key,
                fmt::format("\"{}\" belongs inside the section \"{}\": {{\"{}\": {{\"{}\": …}}}}.", key,
                            key.substr(0, dot), key.substr(0, dot), key.substr(dot + 1)),
                ""};
    }
    if (!value.is_object())
        return unknownKeyIssue(key);
    const auto nearest = nearestWord(key, sectionKeys());
    const std::string hint = nearest ? fmt::format("did you mean \"{}\"?", *nearest)
                                     : fmt::format("sections are {}.", fmt::join(sectionKeys(), ", "));
    return {Severity::Error, key, fmt::format("Unknown section \"{}\"; {}", key, hint), nearest.value_or("")};
}

void readSection(const std::string &section, const nlohmann::json &object, ParsedConfig &parsed)
{
    if (!object.is_object()) {
        parsed.issues.push_back(
            {Severity::Error, section, fmt::format("\"{}\" is a section and needs {{ … }}.", section), ""});
        return;
    }
    for (const auto &[name, value] : object.items()) {
        const std::string key = section + "." + name;
        const Field *field = findField(key);
        if (field == nullptr) {
            parsed.issues.push_back(unknownKeyIssue(key));
        } else if (CheckedValue checked = valueFromJson(*field, value)) {
            field->set(parsed.config, *checked);
        } else {
            parsed.issues.push_back(std::move(checked.error()));
        }
    }
}

/// Nothing when this version of the program can read the object.
std::optional<Issue> versionIssue(const nlohmann::json &object)
{
    const auto version = object.find(kVersionKey);
    if (version == object.end())
        return {}; // written by hand: taken as the current one
    if (!version->is_number_integer() || version->get<std::int64_t>() < 1)
        return Issue{Severity::Error, kVersionKey, "schema_version must be a whole number, 1 or higher.",
                     std::to_string(kConfigSchemaVersion)};
    if (version->get<std::int64_t>() <= kConfigSchemaVersion)
        return {};
    return Issue{
        Severity::Error, kVersionKey,
        fmt::format("Written by a newer Anneal: schema_version is {}, this program reads up to {}; update Anneal.",
                    version->get<std::int64_t>(), kConfigSchemaVersion),
        ""};
}

} // namespace

nlohmann::ordered_json configToJson(const Config &config)
{
    nlohmann::ordered_json object;
    object[kVersionKey] = kConfigSchemaVersion;
    for (const Field &field : fields())
        object[field.section()][field.name()] = jsonOf(field.get(config));
    return object;
}

ParsedConfig configFromJson(const nlohmann::json &object, const Config &base)
{
    ParsedConfig parsed{base, {}};
    if (!object.is_object()) {
        parsed.issues.push_back(
            {Severity::Error, "", "A configuration is one JSON object: { \"data\": { … }, … }.", ""});
        return parsed;
    }
    if (std::optional<Issue> issue = versionIssue(object)) {
        parsed.issues.push_back(std::move(*issue));
        return parsed;
    }
    const int version = object.value(kVersionKey, kConfigSchemaVersion);
    const std::vector<std::string> sections = sectionKeys();
    const nlohmann::json migrated = migrateConfig(object, version, configMigrations());
    for (const auto &[key, value] : migrated.items()) {
        if (std::find(sections.begin(), sections.end(), key) != sections.end())
            readSection(key, value, parsed);
        else if (key != kVersionKey)
            parsed.issues.push_back(unknownSectionIssue(key, value));
    }
    return parsed;
}

std::vector<Issue> setFromText(Config &config, std::string_view key, std::string_view text)
{
    const Field *field = findField(key);
    if (field == nullptr)
        return {unknownKeyIssue(key)};
    CheckedValue value = valueFromText(*field, text);
    if (!value)
        return {std::move(value.error())};
    field->set(config, *value);
    return {};
}

std::vector<Issue> applyAssignment(Config &config, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos)
        return {{Severity::Error, "", fmt::format("\"{}\" is not of the form key=value.", assignment), ""}};
    return setFromText(config, assignment.substr(0, equals), assignment.substr(equals + 1));
}

} // namespace anneal
