// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/migrate.h"

#include "config/configio.h"

namespace anneal {

std::span<const Migration> configMigrations()
{
    static_assert(kConfigSchemaVersion == 1, "a new schema version needs a migration here and a golden file");
    return {};
}

nlohmann::json migrateConfig(nlohmann::json object, int from, std::span<const Migration> migrations)
{
    for (std::size_t i = static_cast<std::size_t>(from - 1); i < migrations.size(); ++i) {
        object = migrations[i](std::move(object));
        object["schema_version"] = static_cast<int>(i) + 2;
    }
    return object;
}

} // namespace anneal
