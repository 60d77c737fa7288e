// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/draft.h"

#include "config/configio.h"

namespace anneal {

std::string draftText(const Draft &draft)
{
    nlohmann::ordered_json json{
        {"preset", draft.preset}, {"parent", draft.parentRun}, {"config", configToJson(draft.config)}};
    if (draft.parentStep)
        json["parent_step"] = *draft.parentStep;
    return json.dump();
}

std::optional<Draft> readDraft(const std::string &text)
{
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("config"))
        return {};
    const auto word = [&](const char *key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    Draft draft{configFromJson(json["config"]).config, word("preset"), word("parent"), {}};
    if (const auto step = json.find("parent_step"); step != json.end() && step->is_number_integer())
        draft.parentStep = step->get<std::int64_t>();
    return draft;
}

} // namespace anneal
