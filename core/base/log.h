// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include <spdlog/spdlog.h>

#include "base/result.h"

namespace anneal {

/// Sends spdlog's default logger to a file (appending, flushed on every warning and every second) and,
/// when `alsoStderr`, to standard error. Lines: "2026-11-30 14:02:51.123 [info] …".
[[nodiscard]] Result<void> logToFile(const std::filesystem::path &path, bool alsoStderr);

/// Sends warnings and errors to standard error: standard output belongs to JSON. For programs before they have a log file.
void logToStderr();

} // namespace anneal
