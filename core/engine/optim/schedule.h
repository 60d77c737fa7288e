// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "config/config.h"

namespace anneal {

/// Where a run stands: updates done and seconds trained (pauses left out).
struct SchedulePlace {
    std::int64_t updates = 0;
    double seconds = 0;
};

/// The learning rate of every update: the planned curve (config/schedule.h) times what live changes have made of it, until
/// a person asks for the final fall.
class Schedule
{
public:
    explicit Schedule(const Config &config)
        : m_plan(config.schedule)
        , m_peak(config.optimizer.lr)
    {
    }

    /// Rate of the update that is done next.
    [[nodiscard]] double rate(const SchedulePlace &place) const;
    /// No update is done any more: the steps or the time are used up, or the final fall has reached 0.
    [[nodiscard]] bool ended(const SchedulePlace &place) const;
    /// Updates of the whole run; with a time budget as it looks from here.
    [[nodiscard]] std::int64_t expectedUpdates(const SchedulePlace &place) const;

    /// Makes `newRate` the rate of the next update and scales everything after it alike. Where the planned rate is 0 (the
    /// first step of a warm-up), the new rate becomes the peak.
    void setRate(const SchedulePlace &place, double newRate);
    /// Lets the rate fall from what it is now in a straight line to 0 after `updates` more, whatever was planned.
    void fallNow(const SchedulePlace &place, std::int64_t updates);
    void scaleBy(double factor) { m_scale *= factor; }
    [[nodiscard]] double scale() const { return m_scale; }

    /// What live changes have made of the plan; goes into trainer.json.
    [[nodiscard]] nlohmann::json saved() const;
    void restore(const nlohmann::json &saved);

private:
    struct FinalFall {
        std::int64_t from = 0;
        std::int64_t updates = 1;
        double rate = 0; ///< at its begin
    };
    [[nodiscard]] double planned(const SchedulePlace &place) const;

    ScheduleConfig m_plan;
    double m_peak;
    double m_scale = 1;
    std::optional<FinalFall> m_fall;
};

} // namespace anneal
