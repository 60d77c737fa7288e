// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "config/config.h"
#include "config/issue.h"

namespace anneal {

/// CONFIG|PRESET and what is laid over it.
struct ConfigArguments {
    std::string source; ///< empty: the defaults, or what the command takes instead
    std::vector<std::string> assignments; ///< key=value
    std::string name, why;
};
void addConfigSource(CLI::App &command, ConfigArguments &arguments);
void addConfigChanges(CLI::App &command, ConfigArguments &arguments);

/// A configuration with resolved paths and all that is to say about it.
struct CheckedConfig {
    Config config;
    std::string preset; ///< key, if `source` was one
    std::vector<Issue> issues;
};
/// Config error when the source itself cannot be read; everything else is an issue.
[[nodiscard]] Result<CheckedConfig> checkedConfig(const ConfigArguments &arguments, const Config &base = {});

} // namespace anneal
