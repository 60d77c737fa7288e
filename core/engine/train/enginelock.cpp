// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/enginelock.h"

#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/files.h"

namespace anneal {
namespace {

constexpr std::size_t kReserveBytes = 64 * 1024;

} // namespace

Result<EngineLock> EngineLock::take(const RunPaths &paths)
{
    const fs::path file = paths.root / "run.lock";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return storageError("write", file, errno);
    EngineLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return fail(ErrorCode::Config, "Another engine works on this run already.", paths.root.string());
    const std::string reserve(kReserveBytes, '\n');
    if (::pwrite(descriptor, reserve.data(), reserve.size(), 0) != static_cast<ssize_t>(reserve.size()))
        return storageError("write", file, errno == 0 ? ENOSPC : errno);
    return lock;
}

void EngineLock::freeReserve()
{
    [[maybe_unused]] const int ignored = ::ftruncate(m_descriptor, 0);
}

EngineLock::EngineLock(EngineLock &&other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

EngineLock &EngineLock::operator=(EngineLock &&other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

EngineLock::~EngineLock()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace anneal
