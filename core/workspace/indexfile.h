// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files.h"
#include "workspace/database.h"

namespace anneal {

/// Opens workspace.db with the tables it needs. A damaged file is put aside and made anew; where nothing can be written
/// (`readOnly` going in, or coming out) the index is kept in memory. Storage error for a newer version or a full disk.
[[nodiscard]] Result<Database> openIndex(const fs::path &file, bool &readOnly);

/// Renames a damaged index and says so in the log: everything in it can be made again from the run folders.
void putIndexAside(const fs::path &file);

} // namespace anneal
