// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "base/result.h"
#include "config/config.h"

namespace anneal {

/// A short measured piece of a run.
struct Measurement {
    double secondsPerStep = 0;
    double tokensPerSecond = 0;
    double evaluationSeconds = 0; ///< one whole evaluation, from one of its batches; 0 without validation data
    std::int64_t peakMemoryBytes = 0;
    std::int64_t parameters = 0;
};

/// Reads the data, does one step to warm up and then real steps for about `seconds` (at least one).
[[nodiscard]] Result<Measurement> measureRun(const Config &config, double seconds = 3);

} // namespace anneal
