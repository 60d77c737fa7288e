// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "pages/pagerequest.h"

namespace anneal {

/// Where Alt+← and Alt+→ lead.
class PageHistory
{
public:
    /// Forgets what lay ahead, as a browser does. The same request twice is one visit.
    void visit(const PageRequest &request);
    [[nodiscard]] bool canGoBack() const { return m_now > 0; }
    [[nodiscard]] bool canGoForward() const { return m_now + 1 < static_cast<int>(m_visits.size()); }
    /// The runs of all visits, latest first, each once.
    [[nodiscard]] QStringList recentRuns() const;
    [[nodiscard]] PageRequest back() { return m_visits[static_cast<std::size_t>(--m_now)]; }
    [[nodiscard]] PageRequest forward() { return m_visits[static_cast<std::size_t>(++m_now)]; }

private:
    static constexpr std::size_t kLength = 100;
    std::vector<PageRequest> m_visits;
    int m_now = -1;
};

} // namespace anneal
