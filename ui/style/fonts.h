// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace anneal {

enum class TextRole { PageTitle, CardTitle, SectionTitle, BigFigure, Figure, Body, Secondary, Caption };

/// Sets the application font: Roboto, else the desktop's own. Sizes are points relative to it, so the desktop's scale
/// applies.
void installFonts();

[[nodiscard]] QFont uiFont(TextRole role = TextRole::Body);
/// JetBrains Mono, else the desktop's fixed font; `pixels` at 100 %.
[[nodiscard]] QFont monoFont(double pixels = 12);
/// For columns of numbers: the UI font if its ten digits are equally wide, else the mono font.
[[nodiscard]] QFont numberFont(TextRole role = TextRole::Body);
[[nodiscard]] bool hasTabularDigits(const QFont &font);

} // namespace anneal
