// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "config/config.h"

namespace anneal {

/// The learning rate of every step: the planned curve (config/schedule.h) times what live changes have made of it.
class Schedule
{
public:
    explicit Schedule(const Config &config)
        : m_plan(config.schedule)
        , m_peak(config.optimizer.lr)
    {
    }

    /// Rate of the update that is done after `step` updates (0, 1, …).
    [[nodiscard]] double rate(std::int64_t step) const;

    /// Makes `newRate` the rate of `step` and scales everything after it alike. Where the planned rate is 0 (the first
    /// step of a warm-up), the new rate becomes the peak.
    void setRate(std::int64_t step, double newRate);
    /// What live changes have multiplied the plan with; goes into trainer.json.
    [[nodiscard]] double scale() const { return m_scale; }
    void setScale(double scale) { m_scale = scale; }

private:
    ScheduleConfig m_plan;
    double m_peak;
    double m_scale = 1;
};

} // namespace anneal
