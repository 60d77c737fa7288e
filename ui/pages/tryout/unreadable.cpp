// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/unreadable.h"

#include <QCoreApplication>

namespace anneal {

QString unreadableAnswer()
{
    return QCoreApplication::translate(
        "TryOutPage", "The engine's answer cannot be read: it does not fit this version of the window.");
}

} // namespace anneal
