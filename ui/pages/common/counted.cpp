// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/counted.h"

#include "style/text.h"

namespace anneal {

QString counted(qsizetype number, const QString &one, const QString &many)
{
    return QStringLiteral("%1 %2").arg(countText(static_cast<double>(number)), number == 1 ? one : many);
}

} // namespace anneal
