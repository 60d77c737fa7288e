// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include "cli/session.h"

namespace anneal {

/// Options that only count when no command is given.
struct WindowArguments {
    bool gallery = false;
    bool measureStart = false;
    std::filesystem::path screenshots;
};

/// Fills the session from the command line. An exit code when there is nothing left to do: after help or a wrong
/// option.
[[nodiscard]] std::optional<int> parseArguments(int argc, char **argv, Session &session, WindowArguments &window);

} // namespace anneal
