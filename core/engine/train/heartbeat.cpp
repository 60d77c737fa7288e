// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/heartbeat.h"

#include <chrono>

#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/process.h"

namespace anneal {

Result<std::unique_ptr<Heartbeat>> Heartbeat::start(const RunPaths &paths)
{
    std::unique_ptr<Heartbeat> heartbeat(new Heartbeat(paths));
    if (const auto written = heartbeat->write(); !written)
        return Failure(written.error());
    heartbeat->m_thread = std::thread([beating = heartbeat.get()] { beating->beat(); });
    return heartbeat;
}

Heartbeat::Heartbeat(const RunPaths &paths)
    : m_paths(paths)
{
    // Steps and seconds of an earlier process stand until the new one knows better.
    if (const auto earlier = readRunState(paths); earlier && *earlier)
        m_state = **earlier;
    m_state.pid = getpid();
    m_state.processStartTicks = processStartTicks(m_state.pid);
    m_state.bootId = bootId();
    m_state.host = hostName();
    m_state.state = "starting";
    m_state.phase = "starting";
    m_state.heartbeatIntervalMs = 1000;
    m_state.exitCode.reset();
    m_state.message.clear();
}

Heartbeat::~Heartbeat()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_wake.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void Heartbeat::update(const std::function<void(RunState &)> &change)
{
    const std::lock_guard lock(m_mutex);
    change(m_state);
}

void Heartbeat::announce(const std::function<void(RunState &)> &change)
{
    {
        const std::lock_guard lock(m_mutex);
        change(m_state);
        m_soon = true;
    }
    m_wake.notify_all();
}

void Heartbeat::end(const std::string &state, int exitCode, const std::string &message)
{
    update([&](RunState &last) {
        last.state = state;
        last.phase.clear();
        last.exitCode = exitCode;
        last.message = message;
        m_stop = true;
    });
    m_wake.notify_all();
    if (const auto written = write(); !written)
        spdlog::error("{}", written.error().text());
}

void Heartbeat::beat()
{
    std::unique_lock lock(m_mutex);
    while (!m_stop) {
        m_wake.wait_for(lock, std::chrono::milliseconds(m_state.heartbeatIntervalMs),
                        [this] { return m_stop || m_soon; });
        if (m_stop)
            return;
        m_soon = false;
        lock.unlock();
        // A full disk must not end a run: the next beat tries again.
        if (const auto written = write(); !written)
            spdlog::warn("{}", written.error().text());
        lock.lock();
    }
}

Result<void> Heartbeat::write()
{
    const std::lock_guard file(m_fileMutex);
    RunState state;
    {
        const std::lock_guard lock(m_mutex);
        m_state.heartbeatMicros = wallMicros();
        state = m_state;
    }
    return writeRunState(m_paths, state);
}

} // namespace anneal
