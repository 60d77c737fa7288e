// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/database.h"

namespace anneal {

inline constexpr int kSchemaVersion = 1;

/// Creates the tables or brings those of an older version up to date. Storage error for a newer version.
[[nodiscard]] Result<void> prepareSchema(Database &database);

} // namespace anneal
