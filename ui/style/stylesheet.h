// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "style/tokens.h"

namespace anneal {

/// The application's style sheet for one theme: controls, tables, menus, scroll bars. Widgets choose a look by the
/// dynamic properties "look" (primary, flat, link, figure …) and "tone"; nothing else sets a style sheet.
[[nodiscard]] QString styleSheet(const Palette &colors, const Measures &lengths, bool dark);

} // namespace anneal
