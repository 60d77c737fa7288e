// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace anneal {

class MainWindow;

/// Writes a picture of every page into `folder`, light and dark at 1440 × 900 and light in the smallest window, then
/// closes the window.
void takeScreenshots(MainWindow &window, const std::filesystem::path &folder);

} // namespace anneal
