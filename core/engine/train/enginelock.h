// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// Held by the one engine that works on a run folder; the kernel lets go of it when the engine dies, however it dies.
class EngineLock
{
public:
    /// Config error when another engine holds it, Storage error when the folder cannot be written.
    [[nodiscard]] static Result<EngineLock> take(const RunPaths &paths);
    /// The lock file occupies a little room; given back, an engine on a full disk can still write how it ended.
    void freeReserve();
    EngineLock(EngineLock &&other) noexcept;
    EngineLock &operator=(EngineLock &&other) noexcept;
    ~EngineLock();

private:
    explicit EngineLock(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    int m_descriptor = -1;
};

} // namespace anneal
