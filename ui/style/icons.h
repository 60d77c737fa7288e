// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QString>

#include "style/tokens.h"

namespace anneal {

/// A line icon of resources/icons ("play", "state-running"), tinted with the theme's colours as it is painted:
/// `ink` when normal, accent when checked, disabled when off. Follows a theme switch by itself.
[[nodiscard]] QIcon icon(const QString &name, Ink ink = Ink::Text);

/// The icon at `size` device-independent pixels for a screen of `ratio`, tinted. Cached.
[[nodiscard]] QPixmap iconPixmap(const QString &name, int size, const QColor &color, qreal ratio);

/// The program's own icon in its own colours.
[[nodiscard]] QIcon applicationIcon();

} // namespace anneal
