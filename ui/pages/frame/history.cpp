// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/history.h"

namespace anneal {

void PageHistory::visit(const PageRequest &request)
{
    if (m_now >= 0 && m_visits[static_cast<std::size_t>(m_now)] == request)
        return;
    m_visits.resize(static_cast<std::size_t>(m_now + 1));
    m_visits.push_back(request);
    if (m_visits.size() > kLength)
        m_visits.erase(m_visits.begin());
    m_now = static_cast<int>(m_visits.size()) - 1;
}

QStringList PageHistory::recentRuns() const
{
    QStringList runs;
    for (auto visit = m_visits.rbegin(); visit != m_visits.rend(); ++visit)
        for (const QString &run : visit->runs)
            if (!runs.contains(run))
                runs.append(run);
    return runs;
}

} // namespace anneal
