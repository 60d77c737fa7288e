// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/layout.h"

namespace anneal {

/// Held while an engine is being started on a run, so that two starters cannot both find the run dead and start it.
/// The kernel lets go of it when its holder dies.
class RunLock
{
public:
    /// Config error when another program holds it.
    [[nodiscard]] static Result<RunLock> take(const RunPaths &paths);
    RunLock(RunLock &&other) noexcept;
    RunLock &operator=(RunLock &&other) noexcept;
    ~RunLock();

private:
    explicit RunLock(int fd)
        : m_fd(fd)
    {
    }
    int m_fd = -1;
};

} // namespace anneal
