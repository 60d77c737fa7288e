// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/origin.h"

#include <QCoreApplication>

#include "style/text.h"

namespace anneal {

QString Origin::text() const
{
    if (parentRun.empty())
        return {};
    if (!parentStep)
        return QCoreApplication::translate("NewRun", "Settings of %1").arg(parentName);
    return QCoreApplication::translate("NewRun", "Continues %1 from step %2")
        .arg(parentName, countText(static_cast<double>(*parentStep)));
}

} // namespace anneal
