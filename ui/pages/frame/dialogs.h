// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace anneal {

class AppContext;

/// Keyboard list, words, version and licence (F1).
void showHelp(QWidget *parent);
/// Theme and workspace (Ctrl+,). The theme is kept in the workspace.
void showSettings(AppContext &app, QWidget *parent);

} // namespace anneal
