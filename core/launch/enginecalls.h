// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace anneal {

/// A program and its arguments (docs/engine.md says what each call does).
struct EngineCall {
    std::filesystem::path program;
    std::vector<std::string> arguments;
};

/// Config error in one sentence when there is no engine to call.
[[nodiscard]] Result<EngineCall> trainCall(const std::filesystem::path &runFolder);
[[nodiscard]] Result<EngineCall> serveCall(const std::filesystem::path &checkpoint);
[[nodiscard]] Result<EngineCall> measureCall();
[[nodiscard]] Result<EngineCall> devicesCall();
[[nodiscard]] Result<EngineCall> exportCall(const std::filesystem::path &from, const std::filesystem::path &to,
                                            const std::string &layout);

} // namespace anneal
