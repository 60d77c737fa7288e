// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>

namespace anneal::bench {

/// How long the window's thread was busy between two visits to its event queue: the time in which it heard no key and
/// no mouse.
class LoopPause : public QObject
{
public:
    LoopPause()
    {
        auto *dispatcher = QAbstractEventDispatcher::instance();
        connect(dispatcher, &QAbstractEventDispatcher::awake, this, [this] { note(); });
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] {
            note();
            m_busy = false;
        });
    }
    void clear() { m_pauses.clear(); }
    [[nodiscard]] double longestMs() const
    {
        return m_pauses.empty() ? 0 : *std::max_element(m_pauses.begin(), m_pauses.end());
    }
    [[nodiscard]] double percentileMs(double share) const
    {
        std::vector<double> sorted = m_pauses;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    }
    [[nodiscard]] std::size_t count() const { return m_pauses.size(); }

private:
    void note()
    {
        if (m_busy)
            m_pauses.push_back(static_cast<double>(m_since.nsecsElapsed()) / 1e6);
        m_since.start();
        m_busy = true;
    }

    std::vector<double> m_pauses;
    QElapsedTimer m_since;
    bool m_busy = false;
};

} // namespace anneal::bench
