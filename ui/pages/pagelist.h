// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QKeySequence>
#include <QString>

namespace anneal {

class AppContext;
class Page;

/// A page of the mode bar: what it is called and how it is built on the first visit.
struct PageEntry {
    QString key;
    QString title;
    QString icon; ///< name in resources/icons
    QKeySequence shortcut;
    std::function<Page *(AppContext &)> build;
};

/// The pages that exist, in the order of the mode bar.
[[nodiscard]] std::vector<PageEntry> pageList();

} // namespace anneal
