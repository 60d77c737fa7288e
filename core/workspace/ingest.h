// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/events.h"
#include "run/metricslog.h"
#include "workspace/digest.h"
#include "workspace/workspace.h"

namespace anneal {

/// Everything the index keeps of one run.
struct IndexedRun {
    std::string fingerprint;
    RunSummary summary;
    std::vector<JournalEntry> journal;
    std::size_t keptJournal = 0; ///< first entries that are the same as at the last look
};

/// Reads run folders for the index. One object per run; a run that lives keeps its own, so that only what is new is
/// read.
class RunIngest
{
public:
    explicit RunIngest(RunPaths paths);
    /// Never fails: what cannot be read is said in summary.damaged.
    [[nodiscard]] IndexedRun look(std::int64_t nowMicros);

private:
    void readMetrics(RunSummary &summary);
    void readEvents(RunSummary &summary);
    void judge(RunSummary &summary, std::int64_t nowMicros) const;

    RunPaths m_paths;
    MetricsReader m_metrics;
    LossDigest m_losses;
    JsonlReader m_events;
    std::vector<JournalEntry> m_entries; ///< of events
    std::int64_t m_endedMicros = 0;
};

/// Changes whenever a file of the run that the index depends on changes. Empty when the folder holds none of them.
[[nodiscard]] std::string runFingerprint(const RunPaths &paths);

} // namespace anneal
