// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

#include <QObject>

#include <pthread.h>

namespace anneal::bench {

/// How long the window's thread does not look at its event queue. Another thread knocks every millisecond and notes how
/// long it takes to be heard: by the clock, and by the processor time that the window's thread used meanwhile, which
/// other programs on a busy machine do not add to.
class LoopPause : public QObject
{
public:
    LoopPause()
    {
        pthread_getcpuclockid(pthread_self(), &m_cpuClock);
        m_knocker = std::thread([this] { knock(); });
    }
    ~LoopPause() override
    {
        m_stop = true;
        m_knocker.join();
    }
    LoopPause(const LoopPause &) = delete;
    LoopPause &operator=(const LoopPause &) = delete;

    [[nodiscard]] double longestMs() const { return longest(m_wall); }
    [[nodiscard]] double longestBusyMs() const { return longest(m_busy); }
    [[nodiscard]] std::size_t count() const { return m_wall.size(); }

private:
    [[nodiscard]] static double longest(const std::vector<double> &values)
    {
        return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    }
    [[nodiscard]] static double milliseconds(clockid_t clock)
    {
        timespec now{};
        clock_gettime(clock, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    }
    void knock()
    {
        while (!m_stop) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (m_waiting.exchange(true))
                continue;
            const double wall = milliseconds(CLOCK_MONOTONIC);
            const double busy = milliseconds(m_cpuClock);
            QMetaObject::invokeMethod(this, [this, wall, busy] {
                m_wall.push_back(milliseconds(CLOCK_MONOTONIC) - wall);
                m_busy.push_back(milliseconds(m_cpuClock) - busy);
                m_waiting = false;
            });
        }
    }

    clockid_t m_cpuClock{};
    std::vector<double> m_wall, m_busy;
    std::atomic<bool> m_waiting = false;
    std::atomic<bool> m_stop = false;
    std::thread m_knocker;
};

} // namespace anneal::bench
