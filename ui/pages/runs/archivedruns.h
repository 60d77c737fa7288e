// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace anneal {

class AppContext;

/// A box with the archived runs of the workspace; chosen ones come back to the list.
void showArchivedRuns(AppContext &app, QWidget *parent);

} // namespace anneal
