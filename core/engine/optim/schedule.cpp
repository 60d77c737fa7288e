// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/schedule.h"

#include <algorithm>
#include <cmath>

#include "config/schedule.h"

namespace anneal {

double Schedule::planned(const SchedulePlace &place) const
{
    return m_peak * scheduleFactor(m_plan, schedulePoint(m_plan, place.updates, place.seconds));
}

double Schedule::rate(const SchedulePlace &place) const
{
    if (!m_fall)
        return m_scale * planned(place);
    const auto done = static_cast<double>(place.updates - m_fall->from);
    return m_fall->rate * std::max(0.0, 1 - done / static_cast<double>(m_fall->updates));
}

bool Schedule::ended(const SchedulePlace &place) const
{
    if (m_fall)
        return place.updates >= m_fall->from + m_fall->updates;
    return schedulePoint(m_plan, place.updates, place.seconds) >= static_cast<double>(m_plan.total_steps);
}

std::int64_t Schedule::expectedUpdates(const SchedulePlace &place) const
{
    if (m_fall)
        return m_fall->from + m_fall->updates;
    const double point = schedulePoint(m_plan, place.updates, place.seconds);
    if (m_plan.time_budget_minutes <= 0 || point <= 0)
        return m_plan.total_steps;
    const double share = point / static_cast<double>(m_plan.total_steps);
    return std::max(place.updates, static_cast<std::int64_t>(std::llround(static_cast<double>(place.updates) / share)));
}

void Schedule::setRate(const SchedulePlace &place, double newRate)
{
    if (m_fall) {
        const double now = rate(place);
        m_fall->rate *= now > 0 ? newRate / now : 1;
        return;
    }
    const double before = planned(place);
    m_scale = newRate / (before > 0 ? before : m_peak);
}

void Schedule::fallNow(const SchedulePlace &place, std::int64_t updates)
{
    m_fall = FinalFall{place.updates, std::max<std::int64_t>(1, updates), rate(place)};
}

nlohmann::json Schedule::saved() const
{
    nlohmann::json saved{{"lr_scale", m_scale}};
    if (m_fall)
        saved["final_fall"] = {{"from", m_fall->from}, {"updates", m_fall->updates}, {"lr", m_fall->rate}};
    return saved;
}

void Schedule::restore(const nlohmann::json &saved)
{
    m_scale = saved.value("lr_scale", 1.0);
    m_fall.reset();
    if (const auto fall = saved.find("final_fall"); fall != saved.end() && fall->is_object())
        m_fall = FinalFall{fall->value("from", std::int64_t{0}), fall->value("updates", std::int64_t{1}),
                           fall->value("lr", 0.0)};
}

} // namespace anneal
