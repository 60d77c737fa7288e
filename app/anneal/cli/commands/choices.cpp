// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "config/configio.h"
#include "config/presets.h"
#include "plan/plan.h"

namespace anneal {

namespace {

struct NoOptions {
};

Result<int> listPresets(const Session &session, const NoOptions &)
{
    if (session.json) {
        Json all = Json::array();
        for (const Preset &preset : presets())
            all.push_back({{"key", preset.key},
                           {"label", preset.label},
                           {"help", preset.help},
                           {"sample", preset.sample},
                           {"parameters", parameterCount(preset.config)},
                           {"config", configToJson(preset.config)}});
        printJson(all);
        return 0;
    }
    TextTable table({"PRESET", "PARAMETERS", "WHAT IT IS"});
    for (const Preset &preset : presets())
        table.add({preset.key, formatCount(static_cast<double>(parameterCount(preset.config))), preset.label});
    table.print();
    return 0;
}

Json valueJson(const FieldValue &value)
{
    return std::visit([](const auto &held) { return Json(held); }, value);
}

const char *typeName(FieldType type)
{
    switch (type) {
    case FieldType::Boolean:
        return "boolean";
    case FieldType::Integer:
        return "integer";
    case FieldType::Real:
        return "real";
    case FieldType::Text:
        return "text";
    case FieldType::Path:
        return "path";
    case FieldType::Choice:
        return "choice";
    }
    return "";
}

bool isNumber(const Field &field)
{
    return field.type == FieldType::Integer || field.type == FieldType::Real;
}

Json fieldJson(const Field &field)
{
    Json json = {{"key", field.key},
                 {"label", field.label},
                 {"help", field.help},
                 {"unit", field.unit},
                 {"type", typeName(field.type)},
                 {"level", field.level == FieldLevel::Basic ? "basic" : "expert"},
                 {"live", field.live},
                 {"default", valueJson(field.defaultValue)}};
    if (isNumber(field)) {
        json["minimum"] = jsonNumber(field.minimum);
        json["maximum"] = jsonNumber(field.maximum);
    }
    for (const FieldChoice &choice : field.choices)
        json["choices"].push_back(choice.value);
    return json;
}

std::string rangeText(const Field &field)
{
    if (isNumber(field))
        return formatExact(field.minimum) + " – " + formatExact(field.maximum)
            + (field.unit.empty() ? "" : " " + field.unit);
    std::string text;
    for (const FieldChoice &choice : field.choices)
        text += (text.empty() ? "" : " | ") + choice.value;
    return text.empty() ? typeName(field.type) : text;
}

Result<int> listFields(const Session &session, const NoOptions &)
{
    if (session.json) {
        Json all = Json::array();
        for (const Field &field : fields())
            all.push_back(fieldJson(field));
        printJson(all);
        return 0;
    }
    TextTable table({"FIELD", "DEFAULT", "RANGE", "LIVE", "MEANING"});
    for (const Field &field : fields())
        table.add(
            {field.key, displayValue(field.defaultValue), rangeText(field), field.live ? "live" : "", field.label});
    table.print();
    return 0;
}

} // namespace

void addChoices(CLI::App &app, Session &session)
{
    addCommand(app, session, "presets", "List the named starting points", std::make_shared<NoOptions>(), listPresets);
    addCommand(app, session, "fields", "List every setting: default, range, whether it can be changed live",
               std::make_shared<NoOptions>(), listFields);
}

} // namespace anneal
