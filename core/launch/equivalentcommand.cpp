// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/presets.h"
#include "launch/launcher.h"

namespace anneal {

namespace {

std::string shellQuoted(const std::string &word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
        return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string option(const FieldDifference &difference)
{
    const std::string value = displayValue(difference.right);
    if (difference.field->key == "note.name")
        return " --name " + shellQuoted(value);
    if (difference.field->key == "note.why")
        return " --why " + shellQuoted(value);
    return " --set " + shellQuoted(difference.field->key + "=" + value);
}

} // namespace

std::string equivalentCommand(const Config &config, const std::string &preset, const std::string &parentRun)
{
    const Preset *base = findPreset(preset);
    std::string command = "anneal run";
    if (base)
        command += " " + shellQuoted(base->key);
    for (const FieldDifference &difference :
         configDifferences(resolvePaths(base ? base->config : Config{}), resolvePaths(config)))
        command += option(difference);
    if (!parentRun.empty())
        command += " --parent " + shellQuoted(parentRun);
    return command;
}

} // namespace anneal
