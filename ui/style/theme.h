// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>

#include "style/tokens.h"

class QApplication;

namespace anneal {

class DesktopScheme;

enum class ThemeChoice { Desktop, Light, Dark };

/// The look of the whole program: Fusion, our palette, our style sheet, our fonts. Switches live.
class Theme : public QObject
{
    Q_OBJECT

public:
    [[nodiscard]] static Theme &instance();

    /// Once, after the application object: style, fonts, palette. Resets LC_NUMERIC to C.
    void install(QApplication &application, ThemeChoice choice = ThemeChoice::Desktop);
    void choose(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] bool isDark() const { return m_dark; }

    [[nodiscard]] const Palette &palette() const;
    [[nodiscard]] QColor color(Ink ink) const { return palette()[ink]; }
    /// Colour of a run's slot, 1 – 12; other numbers wrap around.
    [[nodiscard]] QColor run(int slot) const;
    [[nodiscard]] static QString runName(int slot);

Q_SIGNALS:
    /// After palette and style sheet are set. Widgets that keep colours take them anew.
    void changed();

private:
    Theme() = default;
    void apply();

    QApplication *m_application = nullptr;
    DesktopScheme *m_desktop = nullptr;
    QPalette m_desktopPalette;
    ThemeChoice m_choice = ThemeChoice::Desktop;
    bool m_dark = false;
};

/// Short for Theme::instance().color(ink).
[[nodiscard]] QColor inkColor(Ink ink);
[[nodiscard]] QColor runColor(int slot);

/// The palette of the theme table (Window, Base, Highlight …), for one set of colours.
[[nodiscard]] QPalette makePalette(const Palette &colors);

} // namespace anneal
