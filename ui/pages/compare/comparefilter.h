// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "models/workspaceservice.h"

namespace anneal {

class ConfigStore;

/// What a filter line leaves of the runs, or why it cannot be understood.
struct FilteredRuns {
    RunSummaries runs;
    QString problem; ///< empty when the line was understood
    QString emptyReason; ///< when nothing is left: the term that took most of the runs
};
/// A line that is not understood leaves all runs: nothing disappears while somebody types. Reads no file.
[[nodiscard]] FilteredRuns filterRuns(const RunSummaries &runs, const ConfigStore &configs, const QString &line);

} // namespace anneal
