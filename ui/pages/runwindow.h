// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace anneal {

/// How `anneal` without a sub-command opens.
struct WindowOptions {
    std::filesystem::path workspace;
    bool gallery = false; ///< every own widget in one scrolling page
    bool measureStart = false; ///< print the milliseconds from process start to the first painted Home, then quit
    std::filesystem::path screenshots; ///< not empty: write a picture of every page, light and dark, here, then quit
};

/// Makes the application and the window, and runs until it closes. The process' exit code.
int runWindow(int &argc, char **argv, const WindowOptions &options);

} // namespace anneal
