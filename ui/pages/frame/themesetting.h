// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "style/theme.h"

namespace anneal {

class AppContext;

struct ThemeName {
    QString key; ///< "desktop", "light", "dark": as stored
    QString label;
    ThemeChoice choice = ThemeChoice::Desktop;
};
[[nodiscard]] std::vector<ThemeName> themeNames();

/// Switches now and remembers it in the workspace.
void chooseTheme(AppContext &app, ThemeChoice choice);
/// What a stored key means; the desktop's theme for anything unknown.
[[nodiscard]] ThemeChoice themeFromKey(const QString &key);

inline constexpr const char *kThemeSetting = "window.theme";

} // namespace anneal
