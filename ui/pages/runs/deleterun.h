// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace anneal {

class AppContext;

/// Asks, with number and size of the files, and deletes them after a yes. The one thing here that cannot be taken back.
void askToDelete(AppContext &app, const QString &runId, QWidget *parent);

} // namespace anneal
