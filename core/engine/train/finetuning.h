// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "models/sequencemodel.h"

namespace anneal {

/// What the configuration says about the head and about what is trained.
[[nodiscard]] FineTuning fineTuning(const Config &config);

} // namespace anneal
