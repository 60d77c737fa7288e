// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace anneal {

/// Workspaces that were opened lately, newest first; those that are gone are left out. Kept in the cache folder: losing it loses nothing.
[[nodiscard]] QStringList recentWorkspaces();
void rememberWorkspace(const QString &folder);

/// "Sequence models" for ~/Anneal/Sequence models.
[[nodiscard]] QString workspaceName(const QString &folder);

} // namespace anneal
