// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "config/configio.h"

namespace anneal {

/// A named starting point. Kept as JSON files under resources/presets/, read once.
struct Preset {
    std::string key; ///< "quick-start"
    std::string label; ///< "Protein masked LM, quick start"
    std::string help; ///< one or two sentences
    bool sample = false; ///< shown on Home as a sample that starts with one click
    Config config;
};

[[nodiscard]] const std::vector<Preset> &presets();
[[nodiscard]] const Preset *findPreset(std::string_view key);

/// "sample:proteins" → the bundled file; any other text is taken as a path. Relative paths become absolute.
[[nodiscard]] std::string resolveDataPath(std::string_view text);
/// Resolves every path of a configuration, so that run.json means the same from any folder.
[[nodiscard]] Config resolvePaths(Config config);

/// CONFIG|PRESET of the command line: a preset's key, or a file.
[[nodiscard]] Result<ParsedConfig> loadConfigOrPreset(const std::string &nameOrPath);

} // namespace anneal
