// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/labels.h"
#include "config/config.h"
#include "models/sequencemodel.h"

namespace anneal {

/// What the configuration says about the head, with the names of the labels, and about what is trained.
[[nodiscard]] FineTuning fineTuning(const Config &config, const Labels &labels);

} // namespace anneal
