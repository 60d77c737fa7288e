// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QAction>
#include <QList>
#include <QString>

namespace anneal {

class AppContext;

/// One line below the search box, and what choosing it does.
struct SearchHit {
    QString kind; ///< "Run", "Setting", "Note", "Action"
    QString title;
    QString detail; ///< muted, beside the title
    std::function<void()> choose;
};

/// Runs alone that hold every word of `query`, `recent` ones first.
[[nodiscard]] std::vector<SearchHit> findRunsToSwitchTo(const QString &query, AppContext &app,
                                                        const QStringList &recent);
/// Runs, actions, settings and notes that hold every word of `query`, a few of each. An empty query gives the newest
/// runs.
[[nodiscard]] std::vector<SearchHit> findEverywhere(const QString &query, AppContext &app,
                                                    const QList<QAction *> &actions);

} // namespace anneal
