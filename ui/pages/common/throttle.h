// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QElapsedTimer>
#include <QTimer>

namespace anneal {

/// Runs a function at most once per interval, and once more at the end for the last call that came too early.
class Throttle
{
public:
    Throttle(int intervalMs, std::function<void()> act);
    void call();
    /// Runs it now, whatever the interval.
    void flush();

private:
    int m_intervalMs;
    std::function<void()> m_act;
    QElapsedTimer m_since;
    QTimer m_timer;
};

} // namespace anneal
