// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/themesetting.h"

#include <QCoreApplication>

#include "pages/context.h"

namespace anneal {

std::vector<ThemeName> themeNames()
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("Theme", text); };
    return {
        {QStringLiteral("desktop"), tr("As the desktop"), ThemeChoice::Desktop},
        {QStringLiteral("light"), tr("Light"), ThemeChoice::Light},
        {QStringLiteral("dark"), tr("Dark"), ThemeChoice::Dark},
    };
}

void chooseTheme(AppContext &app, ThemeChoice choice)
{
    Theme::instance().choose(choice);
    for (const ThemeName &theme : themeNames())
        if (theme.choice == choice)
            app.workspace().saveSetting(kThemeSetting, theme.key.toStdString());
}

ThemeChoice themeFromKey(const QString &key)
{
    for (const ThemeName &theme : themeNames())
        if (theme.key == key)
            return theme.choice;
    return ThemeChoice::Desktop;
}

} // namespace anneal
