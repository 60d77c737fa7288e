// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "config/config.h"

namespace anneal {

/// Cuts the learning rate when evaluations stop getting better: torch's ReduceLROnPlateau with a relative threshold and no
/// cooldown. The settings are given each time, because they may change while the run trains.
class Plateau
{
public:
    /// Judges one evaluation. → whether the rate is to be cut now.
    [[nodiscard]] bool judge(const ScheduleConfig &rules, double value, bool lowerIsBetter);

    /// Goes into trainer.json.
    [[nodiscard]] nlohmann::json saved() const;
    void restore(const nlohmann::json &saved);

private:
    std::optional<double> m_best;
    std::int64_t m_since = 0; ///< evaluations that were not better
};

} // namespace anneal
