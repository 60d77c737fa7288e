// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/files.h"
#include "config/configio.h"
#include "config/presets.h"

namespace anneal {

namespace {

constexpr const char *kPresetKey = "preset";

/// "line 3, column 5" of a byte (1-based) in a text.
std::string placeOf(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, std::min(text.size(), byte == 0 ? 0 : byte - 1));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("line {}, column {}", line, before.size() - lineStart + 1);
}

/// The part of the JSON library's message that says what was expected; its error id and its own place are left out.
std::string reasonOf(const std::string &what)
{
    const std::size_t start = what.find("syntax error");
    return start == std::string::npos ? what.substr(what.find("] ") == std::string::npos ? 0 : what.find("] ") + 2)
                                      : what.substr(start);
}

/// JSON lets a key stand twice and its readers take one of them; here that is a mistake to be told.
class DuplicateFinder
{
public:
    bool operator()(int, nlohmann::json::parse_event_t event, nlohmann::json &parsed)
    {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::object_start)
            m_open.emplace_back();
        else if (event == Event::object_end)
            m_open.pop_back();
        else if (event == Event::key && !m_open.back().insert(parsed.get<std::string>()).second && m_duplicate.empty())
            m_duplicate = parsed.get<std::string>();
        return true;
    }
    [[nodiscard]] const std::string &duplicate() const { return m_duplicate; }

private:
    std::vector<std::set<std::string>> m_open;
    std::string m_duplicate;
};

Result<nlohmann::json> parseObject(const std::string &text, const std::string &where)
{
    try {
        DuplicateFinder finder;
        nlohmann::json object = nlohmann::json::parse(text, std::ref(finder));
        if (!finder.duplicate().empty())
            return fail(ErrorCode::Config,
                        fmt::format("The key \"{}\" stands there twice; remove one.", finder.duplicate()), where);
        return object;
    } catch (const nlohmann::json::parse_error &error) {
        return fail(ErrorCode::Config,
                    fmt::format("Not valid JSON at {}: {}.", placeOf(text, error.byte), reasonOf(error.what())), where);
    } catch (const nlohmann::json::exception &error) { // a number that no double can hold
        return fail(ErrorCode::Config, fmt::format("Not valid JSON: {}.", reasonOf(error.what())), where);
    }
}

std::string presetKeys()
{
    std::string keys;
    for (const Preset &preset : presets())
        keys += (keys.empty() ? "" : ", ") + preset.key;
    return keys;
}

/// A file may name the preset that it changes; the name is taken out of the object.
Result<Config> takePreset(nlohmann::json &object, const Config &base, const std::string &where)
{
    const auto named = object.is_object() ? object.find(kPresetKey) : object.end();
    if (named == object.end())
        return base;
    const Preset *preset = named->is_string() ? findPreset(named->get<std::string>()) : nullptr;
    if (preset == nullptr)
        return fail(ErrorCode::Config,
                    fmt::format("There is no preset {}. Presets are {}.", named->dump(), presetKeys()), where);
    object.erase(kPresetKey);
    return preset->config;
}

} // namespace

Result<ParsedConfig> loadConfig(const std::filesystem::path &path, const Config &base)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return fail(ErrorCode::Config, text.error().message, text.error().where);
    Result<nlohmann::json> object = parseObject(*text, path.string());
    if (!object)
        return Failure(object.error());
    return takePreset(*object, base, path.string()).map([&](const Config &from) {
        return configFromJson(*object, from);
    });
}

Result<ParsedConfig> loadConfigOrPreset(const std::string &nameOrPath)
{
    if (const Preset *preset = findPreset(nameOrPath))
        return ParsedConfig{preset->config, {}};
    std::error_code error;
    if (nameOrPath.find('/') != std::string::npos || std::filesystem::exists(nameOrPath, error))
        return loadConfig(nameOrPath);
    return fail(ErrorCode::Config,
                fmt::format("There is no preset or file \"{}\". Presets are {}.", nameOrPath, presetKeys()));
}

} // namespace anneal
