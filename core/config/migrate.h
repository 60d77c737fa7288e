// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <nlohmann/json.hpp>

namespace anneal {

/// Turns a configuration of one schema version into the next one. Pure: no files, no clock.
using Migration = nlohmann::json (*)(nlohmann::json);

/// All there are: the first one takes version 1 to 2. Each has a golden file under tests/data/config/.
[[nodiscard]] std::span<const Migration> configMigrations();

/// Takes `object` from schema version `from` (1 or higher) through every later migration.
[[nodiscard]] nlohmann::json migrateConfig(nlohmann::json object, int from, std::span<const Migration> migrations);

} // namespace anneal
