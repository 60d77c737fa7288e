// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "charts/rundata.h"
#include "run/checkpoints.h"
#include "run/events.h"
#include "run/notes.h"
#include "run/record.h"
#include "run/state.h"

namespace anneal {

/// The newest value of one series.
struct LatestValue {
    double value = 0;
    std::int64_t step = 0;
};

/// Everything about one run but its points, as of one look at the folder. Plain, immutable and shared: parts that did
/// not change between two looks are the same objects.
struct RunSnapshot {
    std::string id;
    std::shared_ptr<const RunRecord> record; ///< null while it could not be read
    std::string problem; ///< why something could not be read, in one sentence; empty when all is well
    RunEvidence evidence;
    std::shared_ptr<const std::vector<Event>> events; ///< oldest first; never null
    std::shared_ptr<const RunAnnotations> annotations; ///< never null
    std::shared_ptr<const std::vector<CheckpointInfo>> checkpoints; ///< ascending; never null
    std::shared_ptr<const RunData> data; ///< all points, for charts; null until the first complete look
    std::map<std::string, LatestValue> latest; ///< by series name
    std::int64_t metricsRevision = 0; ///< grows whenever points were added or replaced
    std::int64_t lastStep = -1; ///< of any series
    std::int64_t lastTokens = 0;
    std::int64_t lastWallMicros = 0;
    std::int64_t damagedBlocks = 0, damagedLines = 0;
    bool loaded = false; ///< the first complete look is done
};

} // namespace anneal
