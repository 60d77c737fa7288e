// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"
#include "run/state.h"

namespace anneal {

/// Writes state.json every second from a thread of its own, so that a long evaluation, a slow disk or a pause never
/// looks like death. Thread-safe.
class Heartbeat
{
public:
    /// Writes the state "starting" before it returns; Storage error when even that is impossible.
    [[nodiscard]] static Result<std::unique_ptr<Heartbeat>> start(const RunPaths &paths);
    ~Heartbeat();
    Heartbeat(const Heartbeat &) = delete;
    Heartbeat &operator=(const Heartbeat &) = delete;

    /// Changes what the next beat says. Cheap enough for every step.
    void update(const std::function<void(RunState &)> &change);
    /// The same, and writes it soon rather than at the next second.
    void announce(const std::function<void(RunState &)> &change);
    /// The last word: written at once, nothing after it.
    void end(const std::string &state, int exitCode, const std::string &message);

private:
    explicit Heartbeat(const RunPaths &paths);
    void beat();
    [[nodiscard]] Result<void> write();

    RunPaths m_paths;
    std::mutex m_mutex; ///< guards the four below
    RunState m_state;
    bool m_soon = false;
    bool m_stop = false;
    std::condition_variable m_wake;
    std::mutex m_fileMutex; ///< one writer at a time
    std::thread m_thread;
};

} // namespace anneal
