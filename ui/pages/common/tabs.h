// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QTabWidget;
class QWidget;

namespace anneal {

/// Parts of a page in the flat look of all tabs.
[[nodiscard]] QTabWidget *makeTabs(const QString &objectName, const QString &accessibleName);

/// The next visible tab (`by` = 1) or the one before (−1), round and round.
void turnTab(QTabWidget &tabs, int by);

/// Ctrl+PgDown and Ctrl+PgUp anywhere on the page.
void addTabKeys(QWidget *page, QTabWidget *tabs);

} // namespace anneal
