// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anneal {

/// A new run id, sortable by time and safe as a folder name: "20261130-140251-k3f9".
[[nodiscard]] std::string newRunId();

/// A short random id for commands and notes: 12 characters of [a-z0-9].
[[nodiscard]] std::string newShortId();

} // namespace anneal
