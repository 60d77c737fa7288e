// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/presets.h"

#include <algorithm>
#include <tuple>

#include <spdlog/spdlog.h>

#include "base/files.h"

namespace anneal {

namespace {

struct PlacedPreset {
    int position = 0; ///< in the list that people choose from
    Preset preset;
};

Result<PlacedPreset> parsePreset(const std::string &key, const nlohmann::json &object)
{
    ParsedConfig parsed = configFromJson(object.at("config"));
    if (!parsed.issues.empty())
        return fail(ErrorCode::Config, parsed.issues.front().message);
    return PlacedPreset{object.at("position").get<int>(),
                        {key, object.at("label").get<std::string>(), object.at("help").get<std::string>(),
                         object.value("sample", false), std::move(parsed.config)}};
}

Result<PlacedPreset> readPreset(const fs::path &path)
{
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    try {
        return parsePreset(path.stem().string(), nlohmann::json::parse(*text));
    } catch (const nlohmann::json::exception &error) {
        return fail(ErrorCode::Config, error.what());
    }
}

std::vector<Preset> readPresets()
{
    std::vector<PlacedPreset> placed;
    std::error_code error;
    for (const fs::directory_entry &entry : fs::directory_iterator(resourceFolder() / "presets", error)) {
        if (entry.path().extension() != ".json")
            continue;
        if (auto preset = readPreset(entry.path()))
            placed.push_back(std::move(*preset));
        else
            spdlog::warn("preset {} left out: {}", entry.path().string(), preset.error().text());
    }
    const auto order = [](const PlacedPreset &a, const PlacedPreset &b) {
        return std::tie(a.position, a.preset.key) < std::tie(b.position, b.preset.key);
    };
    std::sort(placed.begin(), placed.end(), order);
    std::vector<Preset> presets;
    for (PlacedPreset &one : placed)
        presets.push_back(std::move(one.preset));
    return presets;
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> all = readPresets();
    return all;
}

const Preset *findPreset(std::string_view key)
{
    const auto found =
        std::find_if(presets().begin(), presets().end(), [key](const Preset &p) { return p.key == key; });
    return found == presets().end() ? nullptr : &*found;
}

} // namespace anneal
