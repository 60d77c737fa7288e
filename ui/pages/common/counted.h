// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace anneal {

/// "1 error", "3 errors": the number with the word that fits it.
[[nodiscard]] QString counted(qsizetype number, const QString &one, const QString &many);

} // namespace anneal
