// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/schedule.h"

#include "config/schedule.h"

namespace anneal {

double Schedule::rate(std::int64_t step) const
{
    return m_peak * m_scale * scheduleFactor(m_plan, step);
}

void Schedule::setRate(std::int64_t step, double newRate)
{
    const double planned = m_peak * scheduleFactor(m_plan, step);
    m_scale = newRate / (planned > 0 ? planned : m_peak);
}

} // namespace anneal
