// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "run/state.h"
#include "workspace/workspace.h"

namespace anneal {

/// "1 h 43 min left"; empty when it is not known.
[[nodiscard]] QString timeLeftText(const RunSummary &run);
/// "about 410 k tokens/s"; empty before the first step.
[[nodiscard]] QString speedText(const RunSummary &run);
/// Seconds until the planned end at the present speed; negative when not known.
[[nodiscard]] double secondsLeft(std::int64_t step, std::int64_t totalSteps, double secondsPerStep);

/// A note on one line, without the marks of Markdown.
[[nodiscard]] QString noteLine(const std::string &markdown);

} // namespace anneal
