// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace anneal {

/// Keys of the pages: also the first part of their widgets' names.
namespace pagekey {
inline const QString kHome = QStringLiteral("home");
inline const QString kNewRun = QStringLiteral("newRun");
inline const QString kRuns = QStringLiteral("run");
inline const QString kCompare = QStringLiteral("compare");
inline const QString kNotes = QStringLiteral("notes");
inline const QString kTryOut = QStringLiteral("tryOut");
} // namespace pagekey

/// Where to go and what to show there. The history of Alt+← is a list of these.
struct PageRequest {
    QString page;
    QStringList runs; ///< Runs and Try out: the first; Compare: all; New run: the parent; Notes: the run to show
    std::optional<qint64> step; ///< Runs: crosshair; New run: branch from this step; Try out: checkpoint
    QString preset; ///< New run: key of the preset to open
    QString item; ///< New run: field to show; Notes: id of the note; Runs: tab
    bool operator==(const PageRequest &) const = default;
};

} // namespace anneal
