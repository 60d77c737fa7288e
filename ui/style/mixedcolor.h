// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace anneal {

/// On the way from one colour to another: `share` 0 is `from`, 1 is `to`.
[[nodiscard]] inline QColor mixedColor(const QColor &from, const QColor &to, double share)
{
    const auto between = [share](double a, double b) { return static_cast<float>(a + share * (b - a)); };
    return QColor::fromRgbF(between(from.redF(), to.redF()), between(from.greenF(), to.greenF()),
                            between(from.blueF(), to.blueF()));
}

} // namespace anneal
