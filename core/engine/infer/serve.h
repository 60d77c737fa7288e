// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "models/sequencemodel.h"

namespace anneal {

/// Loads a checkpoint folder once and answers JSON lines on standard input until it ends (docs/engine.md).
/// → exit code. `threads` 0 = all cores.
[[nodiscard]] int serve(const std::filesystem::path &checkpoint, int threads);

/// The same on any streams.
[[nodiscard]] int serve(const std::filesystem::path &checkpoint, std::istream &requests, std::ostream &answers);

/// One request line → one answer line, whatever the request holds.
[[nodiscard]] std::string answerLine(const LoadedModel &model, const std::string &request);

} // namespace anneal
