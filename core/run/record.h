// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "config/config.h"
#include "run/layout.h"

namespace anneal {

inline constexpr int kRunRecordVersion = 1;

/// Where a run came from and what it ran on; filled by the launcher before the engine starts.
struct Provenance {
    std::string annealVersion;
    std::string commit;
    std::string host;
    std::string cpu;
    int cores = 0;
    std::vector<std::string> gpus;
    std::string command; ///< the equivalent `anneal run …` line
};

/// run.json: frozen before the engine starts, never edited.
struct RunRecord {
    std::string id;
    std::string name;
    std::string createdAt; ///< ISO time
    Config config; ///< fully resolved
    std::string preset; ///< key of the preset it started from, "" = none
    std::string parentRun; ///< id, "" = none
    std::optional<std::int64_t> parentStep;
    int colorSlot = 1; ///< 1–12, chosen once (ui.md §3)
    Provenance provenance;
};

/// Storage error when the file exists already.
[[nodiscard]] Result<void> writeRunRecord(const RunPaths &paths, const RunRecord &record);
/// Storage error naming the file: missing, damaged JSON, or "written by a newer Anneal (version N)".
[[nodiscard]] Result<RunRecord> readRunRecord(const RunPaths &paths);

} // namespace anneal
