// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/ids.h"

namespace anneal {

namespace {

/// A file descriptor that closes itself.
class Descriptor
{
public:
    Descriptor(const fs::path &path, int flags)
        : m_fd(::open(path.c_str(), flags | O_CLOEXEC, 0666))
    {
    }
    ~Descriptor() { close(); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    /// False when the last bytes could not be stored (NFS reports it here).
    bool close() { return m_fd < 0 || ::close(std::exchange(m_fd, -1)) == 0; }

private:
    int m_fd;
};

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool writeDurably(const fs::path &path, std::string_view bytes)
{
    Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL);
    return file.isOpen() && writeAll(file.get(), bytes) && ::fsync(file.get()) == 0 && file.close();
}

fs::path folderOf(const fs::path &path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string_view adviceFor(int errnoValue)
{
    switch (errnoValue) {
    case ENOSPC:
    case EDQUOT:
        return "free some space or choose another folder";
    case EFBIG:
        return "raise the file size limit or choose another folder";
    case EROFS:
        return "choose a folder on a file system that can be written";
    case EACCES:
    case EPERM:
        return "check who may read and write there";
    case ENOENT:
        return "check the path";
    case EISDIR:
        return "name a file, not a folder";
    case ENOTDIR:
        return "check that every folder in the path is a folder";
    default:
        return {};
    }
}

} // namespace

Failure storageError(std::string_view verb, const fs::path &path, int errnoValue)
{
    std::string message = fmt::format("Cannot {}: {}", verb, std::generic_category().message(errnoValue));
    if (const std::string_view advice = adviceFor(errnoValue); !advice.empty())
        message += fmt::format("; {}", advice);
    return fail(ErrorCode::Storage, message + ".", path.string());
}

Result<std::string> readFile(const fs::path &path)
{
    constexpr std::size_t kChunk = 1 << 16;
    const Descriptor file(path, O_RDONLY);
    if (!file.isOpen())
        return storageError("read", path, errno);
    std::error_code unknownSize;
    const std::uintmax_t size = fs::file_size(path, unknownSize);
    std::string bytes;
    std::size_t used = 0;
    for (;;) {
        bytes.resize(std::max(used + kChunk, unknownSize ? 0 : static_cast<std::size_t>(size) + 1));
        const ssize_t got = ::read(file.get(), bytes.data() + used, bytes.size() - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return storageError("read", path, errno);
        used += static_cast<std::size_t>(got);
        if (got == 0)
            break;
    }
    bytes.resize(used);
    return bytes;
}

Result<void> writeFileAtomic(const fs::path &path, std::string_view bytes)
{
    const fs::path sibling = folderOf(path) / ("." + newShortId() + ".tmp");
    if (writeDurably(sibling, bytes) && ::rename(sibling.c_str(), path.c_str()) == 0) {
        syncFolder(folderOf(path));
        return {};
    }
    const int reason = errno;
    ::unlink(sibling.c_str());
    return storageError("write", path, reason);
}

Result<void> makeFolder(const fs::path &path)
{
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        return storageError("create the folder", path, error.value());
    if (!fs::is_directory(path, error))
        return storageError("create the folder", path, ENOTDIR);
    return {};
}

std::uint64_t freeBytes(const fs::path &path)
{
    std::error_code error;
    fs::path existing = fs::absolute(path, error);
    while (!fs::exists(existing, error) && existing.has_relative_path())
        existing = existing.parent_path();
    struct statvfs info {
    };
    if (::statvfs(existing.c_str(), &info) != 0)
        return 0;
    return static_cast<std::uint64_t>(info.f_bavail) * info.f_frsize;
}

void syncFolder(const fs::path &folder)
{
    // Some network file systems refuse to flush a folder; the rename is then as durable as they make it.
    if (const Descriptor descriptor(folder, O_RDONLY | O_DIRECTORY); descriptor.isOpen())
        (void)::fsync(descriptor.get());
}

} // namespace anneal
