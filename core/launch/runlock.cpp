// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/runlock.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/files.h"

namespace anneal {

Result<RunLock> RunLock::take(const RunPaths &paths)
{
    const fs::path file = paths.root / "launch.lock";
    const int fd = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
        return storageError("write", file, errno);
    RunLock lock(fd);
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return lock;
    if (errno == EWOULDBLOCK)
        return fail(ErrorCode::Config, "Another program is starting this run at this moment. Look again in a second.",
                    paths.id());
    return storageError("lock", file, errno);
}

RunLock::RunLock(RunLock &&other) noexcept
    : m_fd(std::exchange(other.m_fd, -1))
{
}

RunLock &RunLock::operator=(RunLock &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    return *this;
}

RunLock::~RunLock()
{
    if (m_fd >= 0)
        close(m_fd);
}

} // namespace anneal
