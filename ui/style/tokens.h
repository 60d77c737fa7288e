// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QColor>
#include <QVector>

namespace anneal {

/// The colours of the window by purpose. Their values stand in resources/tokens.json and nowhere else.
enum class Ink {
    Window,
    Surface,
    Raised,
    Sunken,
    Hover,
    Selection,
    Border,
    BorderStrong,
    Grid,
    Text,
    Muted,
    Disabled,
    Accent,
    AccentSoft,
    OnAccent,
    Ok,
    OkSoft,
    Warn,
    WarnSoft,
    Error,
    ErrorSoft
};
inline constexpr int kInkCount = static_cast<int>(Ink::ErrorSoft) + 1;
inline constexpr int kRunSlots = 12;

/// How much something matters, where a word, an icon and a colour say it together.
enum class Tone { Neutral, Muted, Accent, Ok, Warn, Error };
[[nodiscard]] Ink toneInk(Tone tone);
[[nodiscard]] Ink toneSoftInk(Tone tone);

/// One theme's colours.
struct Palette {
    std::array<QColor, kInkCount> inks;
    std::array<QColor, kRunSlots> runs;
    QVector<QColor> sequential;
    QVector<QColor> diverging;
    [[nodiscard]] QColor operator[](Ink ink) const { return inks[static_cast<std::size_t>(ink)]; }
};

/// Name of the token in tokens.json: "borderStrong".
[[nodiscard]] const char *inkName(Ink ink);

/// Lengths in pixels at 100 %, from tokens.json.
struct Measures {
    int control = 28, controlSmall = 24, tableRow = 28, formRow = 34, tab = 34, cardHeader = 36;
    int pageHeader = 52, menuBar = 30, statusBar = 26, modeButton = 58;
    int modeBar = 76, runList = 224, sectionList = 204, preflight = 380;
    int radius = 4, chipRadius = 3;
};

struct Tokens {
    Palette light;
    Palette dark;
    std::array<QString, kRunSlots> runNames;
    Measures measures;
};

/// Read once from the resource compiled into the program.
[[nodiscard]] const Tokens &tokens();
[[nodiscard]] inline const Measures &measures()
{
    return tokens().measures;
}

} // namespace anneal
