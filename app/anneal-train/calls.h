// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anneal {

/// What `anneal-train` can be asked to do (docs/engine.md). Each returns the process's exit code.
[[nodiscard]] int runCall(const std::string &folder);
[[nodiscard]] int measureCall(const std::string &configFile);
[[nodiscard]] int serveCall(const std::string &checkpoint, int threads);
[[nodiscard]] int devicesCall();
[[nodiscard]] int exportCall(const std::string &from, const std::string &to, const std::string &layout);

} // namespace anneal
