// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anneal {

class MainWindow;

/// Prints the milliseconds from the start of this process to the first painted Home with its runs, and closes the window.
void measureStart(MainWindow &window);

} // namespace anneal
