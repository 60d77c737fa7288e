// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/configarguments.h"

#include <algorithm>

#include "config/configio.h"
#include "config/presets.h"
#include "config/validate.h"

namespace anneal {

namespace {

/// One thing to say about a field is enough: a value that could not be read is not also judged.
void addIssues(std::vector<Issue> &all, const std::vector<Issue> &more)
{
    const std::vector<Issue> before = all;
    for (const Issue &issue : more)
        if (std::none_of(before.begin(), before.end(), [&](const Issue &known) { return known.key == issue.key; }))
            all.push_back(issue);
}

/// Then the rest of the file was not read, and is nothing to complain about.
bool ofNewerVersion(const std::vector<Issue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const Issue &issue) { return issue.key == "schema_version"; });
}

} // namespace

void addConfigSource(CLI::App &command, ConfigArguments &arguments)
{
    command.add_option("CONFIG|PRESET", arguments.source, "A configuration file, or a preset of `anneal presets`");
    addConfigChanges(command, arguments);
}

void addConfigChanges(CLI::App &command, ConfigArguments &arguments)
{
    command.add_option("--set", arguments.assignments, "Change a setting; `anneal fields` lists them")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
    command.add_option("--name", arguments.name, "Name of the run");
    command.add_option("--why", arguments.why, "Why this run is made; kept in the journal");
}

Result<CheckedConfig> checkedConfig(const ConfigArguments &arguments, const Config &base)
{
    ParsedConfig parsed{base, {}};
    if (!arguments.source.empty()) {
        auto loaded = loadConfigOrPreset(arguments.source);
        if (!loaded)
            return tl::unexpected(loaded.error());
        parsed = *loaded;
    }
    for (const std::string &assignment : arguments.assignments)
        addIssues(parsed.issues, applyAssignment(parsed.config, assignment));
    if (!arguments.name.empty())
        parsed.config.note.name = arguments.name;
    if (!arguments.why.empty())
        parsed.config.note.why = arguments.why;
    CheckedConfig checked{resolvePaths(parsed.config), {}, parsed.issues};
    if (const Preset *preset = findPreset(arguments.source))
        checked.preset = preset->key;
    if (!ofNewerVersion(parsed.issues))
        addIssues(checked.issues, validate(checked.config, localHardware()));
    return checked;
}

} // namespace anneal
