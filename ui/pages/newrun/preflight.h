// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "base/hardware.h"
#include "config/issue.h"
#include "pages/newrun/dataprobe.h"
#include "plan/plan.h"

namespace anneal {

/// A measured step, and the settings that it was measured for.
struct MeasuredStep {
    double secondsPerStep = 0;
    double tokensPerSecond = 0;
    double peakMemoryBytes = 0;
};

/// Everything the rail shows: the plan and all that is to be said about it, errors first.
struct Preflight {
    Plan plan;
    std::vector<Issue> checks;
    double memoryCapacity = 0; ///< of the device the run will use
    QString deviceName;
    [[nodiscard]] int errors() const;
    [[nodiscard]] int warnings() const;
};

/// `issues`: what the form found. Pure arithmetic, well under a millisecond.
[[nodiscard]] Preflight preflight(const Config &config, const std::vector<Issue> &issues, const ProbedData &data,
                                  const Hardware &hardware, std::uint64_t freeDiskBytes,
                                  const std::optional<MeasuredStep> &measured);

/// The settings that decide how long a step takes: a measurement holds while this text stays the same.
[[nodiscard]] std::string stepKey(const Config &config);

} // namespace anneal
