// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bytesource.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <htslib/hfile.h>

#include "base/hash.h"
#include "bio/utf8.h"

namespace anneal {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBlockSize = 1 << 20;
constexpr std::size_t kMostNamesOffered = 3;

std::string reason(int errnoValue)
{
    return std::generic_category().message(errnoValue);
}

Failure cannotOpen(const fs::path &path, int errnoValue)
{
    std::error_code ignored;
    const std::string where = displayPath(path);
    if (path.empty())
        return fail(ErrorCode::Data, "No sequence file was given; choose one.");
    if (errnoValue == ENOENT && fs::is_symlink(fs::symlink_status(path, ignored))) {
        const std::string target = displayPath(fs::read_symlink(path, ignored));
        return fail(
            ErrorCode::Data,
            fmt::format("File not found: this is a link to {}, which does not exist; correct the link.", target),
            where);
    }
    if (errnoValue == ENOENT)
        return fail(ErrorCode::Data, "File not found; check the path.", where);
    if (errnoValue == ELOOP)
        return fail(ErrorCode::Data, fmt::format("The link leads back to itself ({}); correct it.", reason(ELOOP)),
                    where);
    if (errnoValue == EACCES)
        return fail(ErrorCode::Data, "Permission denied; allow yourself to read the file and the folders above it.",
                    where);
    return fail(ErrorCode::Data, fmt::format("The file cannot be opened: {}.", reason(errnoValue)), where);
}

bool looksLikeSequences(const fs::path &path)
{
    static constexpr std::string_view kEndings[] = {".fasta", ".fa",  ".fna",   ".faa", ".ffn",
                                                    ".frn",   ".fas", ".fastq", ".fq"};
    const fs::path name = path.extension() == ".gz" ? path.stem() : path;
    return std::find(std::begin(kEndings), std::end(kEndings), name.extension().native()) != std::end(kEndings);
}

Failure isFolder(const fs::path &path)
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (fs::directory_iterator entry(path, ignored), end; entry != end && !ignored; entry.increment(ignored)) {
        if (looksLikeSequences(entry->path()))
            names.push_back(displayPath(entry->path().filename()));
    }
    std::sort(names.begin(), names.end());
    std::string advice = "choose a file";
    if (!names.empty()) {
        const std::size_t shown = std::min(names.size(), kMostNamesOffered);
        advice = fmt::format("choose a file inside it: {}{}",
                             fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                             shown < names.size() ? ", …" : "");
    }
    return fail(ErrorCode::Data, fmt::format("This is a folder, not a file; {}.", advice), displayPath(path));
}

} // namespace

Result<std::unique_ptr<FileSource>> FileSource::open(const fs::path &path)
{
    struct stat status {
    };
    if (stat(path.c_str(), &status) != 0)
        return cannotOpen(path, errno);
    if (S_ISDIR(status.st_mode))
        return isFolder(path);
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorCode::Data, "Not a regular file (a pipe, socket or device); save its content to a file first.",
                    displayPath(path));
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return cannotOpen(path, errno);
    hFILE *file = hdopen(descriptor, "r");
    if (!file) {
        const int errnoValue = errno;
        ::close(descriptor);
        return cannotOpen(path, errnoValue);
    }
    return std::unique_ptr<FileSource>(
        new FileSource(file, static_cast<std::uint64_t>(status.st_size), displayPath(path)));
}

FileSource::FileSource(hFILE *file, std::uint64_t size, std::string name)
    : m_file(file)
    , m_size(size)
    , m_name(std::move(name))
    , m_block(kBlockSize)
{
}

FileSource::~FileSource()
{
    if (hclose(m_file) != 0)
        errno = 0; // nothing was written, so nothing can be lost
}

Result<std::string_view> FileSource::next()
{
    // Always full blocks, so that the chained hash does not depend on how the system hands out the bytes.
    std::size_t filled = 0;
    while (filled < m_block.size()) {
        const ssize_t got = hread(m_file, m_block.data() + filled, m_block.size() - filled);
        if (got < 0) {
            return fail(
                ErrorCode::Data,
                fmt::format("The file cannot be read: {}; check the disk or the connection to it.", reason(errno)),
                m_name);
        }
        if (got == 0)
            break;
        filled += static_cast<std::size_t>(got);
    }
    const std::string_view block(m_block.data(), filled);
    if (filled > 0)
        m_hash = stableHash(block, m_hash);
    m_used += filled;
    return block;
}

double FileSource::share() const
{
    return m_size == 0 ? 1.0 : std::min(1.0, static_cast<double>(m_used) / static_cast<double>(m_size));
}

} // namespace anneal
