// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/plateau.h"

namespace anneal {

bool Plateau::judge(const ScheduleConfig &rules, double value, bool lowerIsBetter)
{
    const double gain = lowerIsBetter ? 1 - rules.plateau_threshold : 1 + rules.plateau_threshold;
    const bool isBetter = !m_best || (lowerIsBetter ? value < *m_best * gain : value > *m_best * gain);
    m_since = isBetter ? 0 : m_since + 1;
    if (isBetter)
        m_best = value;
    if (rules.plateau_patience == 0 || m_since <= rules.plateau_patience)
        return false;
    m_since = 0;
    return true;
}

nlohmann::json Plateau::saved() const
{
    return {{"best", m_best ? nlohmann::json(*m_best) : nlohmann::json()}, {"since", m_since}};
}

void Plateau::restore(const nlohmann::json &saved)
{
    const auto best = saved.find("best");
    m_best = best != saved.end() && best->is_number() ? std::optional(best->get<double>()) : std::nullopt;
    m_since = saved.value("since", std::int64_t{0});
}

} // namespace anneal
