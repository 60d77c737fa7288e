// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/throttle.h"

namespace anneal {

Throttle::Throttle(int intervalMs, std::function<void()> act)
    : m_intervalMs(intervalMs)
    , m_act(std::move(act))
{
    m_timer.setSingleShot(true);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { flush(); });
}

void Throttle::call()
{
    if (m_timer.isActive())
        return;
    const qint64 left = m_since.isValid() ? m_intervalMs - m_since.elapsed() : 0;
    if (left <= 0)
        flush();
    else
        m_timer.start(static_cast<int>(left));
}

void Throttle::flush()
{
    m_timer.stop();
    m_since.start();
    m_act();
}

} // namespace anneal
