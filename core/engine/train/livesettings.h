// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "train/trainer.h"

namespace anneal {

/// A setting that was changed while the run trains.
struct LiveChange {
    std::string key;
    nlohmann::json before;
    nlohmann::json after;
};

/// Changes one live field. Config error in one sentence for an unknown key, one that is fixed for the run, or a bad
/// value. "optimizer.lr" is the rate of the next step; the rest of the schedule is scaled alike.
[[nodiscard]] Result<LiveChange> applyLiveSetting(Trainer &trainer, const std::string &key,
                                                  const nlohmann::json &value);

/// What trainer.json keeps of live changes, and how a resumed run gets them back.
[[nodiscard]] nlohmann::json liveSettings(Trainer &trainer, const Config &frozen);
void restoreLiveSettings(Trainer &trainer, const nlohmann::json &saved);

} // namespace anneal
