// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cassert>
#include <cerrno>
#include <limits>
#include <map>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run/filedescriptor.h"
#include "run/metricsblock.h"

namespace anneal {

namespace {

constexpr std::size_t kBlockTarget = std::size_t{1} << 20; ///< rows that wait are cut into blocks of about this size

struct Pending {
    std::size_t width = 0;
    std::vector<std::int64_t> steps, tokens, wallMicros;
    std::vector<double> values; ///< row-major

    void clear()
    {
        steps.clear();
        tokens.clear();
        wallMicros.clear();
        values.clear();
    }
};

/// Group definitions of an existing file and where its last whole block ends.
struct ExistingFile {
    std::map<std::vector<std::string>, std::uint16_t> ids;
    std::uint32_t nextId = 0;
    std::uint64_t end = 0;

    void see(const metrics::Block &block);
};

void ExistingFile::see(const metrics::Block &block)
{
    const auto group = block.kind == metrics::kGroupBlock ? metrics::readGroup(block) : std::nullopt;
    const auto rows = block.kind == metrics::kRowsBlock ? metrics::readRows(block) : std::nullopt;
    if (group)
        ids.emplace(group->series, group->id);
    // Rows count too: the definition they belong to may be damaged, and its id must not be given out again.
    if (group || rows)
        nextId = std::max(nextId, (group ? group->id : rows->group) + std::uint32_t{1});
}

Result<ExistingFile> readExisting(int fd, const std::string &path)
{
    struct stat info {
    };
    if (fstat(fd, &info) != 0)
        return storageError("read", path, errno);
    ExistingFile file;
    metrics::BlockStream stream;
    while (true) {
        const auto blocks = stream.next(fd, static_cast<std::uint64_t>(info.st_size), path);
        if (!blocks)
            return Failure(blocks.error());
        if (blocks->empty())
            break;
        for (const metrics::Block &block : *blocks) {
            if (block.version > metrics::kVersion)
                return metrics::newerVersion(block.version, path);
            file.see(block);
        }
        file.end = stream.offset();
    }
    return file;
}

} // namespace

struct MetricsWriter::Impl {
    std::filesystem::path path;
    FileDescriptor file;
    std::map<std::vector<std::string>, std::uint16_t> ids;
    std::uint32_t nextId = 0;
    std::vector<Pending> pending; ///< by group id
    metrics::Bytes definitions; ///< new groups, not yet in the file
    metrics::Bytes bytes; ///< of one flush; kept for its capacity

    void encode();
    [[nodiscard]] Result<void> write();
};

void MetricsWriter::Impl::encode()
{
    bytes.assign(definitions.begin(), definitions.end());
    for (std::size_t id = 0; id < pending.size(); ++id) {
        const Pending &rows = pending[id];
        const std::size_t perBlock = std::max<std::size_t>(1, kBlockTarget / (24 + 8 * rows.width));
        for (std::size_t from = 0; from < rows.steps.size(); from += perBlock) {
            const std::size_t count = std::min(perBlock, rows.steps.size() - from);
            metrics::putRows(bytes, static_cast<std::uint16_t>(id), std::span(rows.steps).subspan(from, count),
                             std::span(rows.tokens).subspan(from, count),
                             std::span(rows.wallMicros).subspan(from, count),
                             std::span(rows.values).subspan(from * rows.width, count * rows.width), rows.width);
        }
    }
}

/// All of `bytes` or none of it: what a full disk cut short is taken back.
Result<void> MetricsWriter::Impl::write()
{
    struct stat info {
    };
    if (fstat(file.get(), &info) != 0)
        return storageError("write", path, errno);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::write(file.get(), bytes.data() + done, bytes.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            const int reason = got < 0 ? errno : ENOSPC;
            // A failure here leaves a part of a block, which readers skip.
            [[maybe_unused]] const int ignored = ftruncate(file.get(), info.st_size);
            return storageError("write", path, reason);
        }
        done += static_cast<std::size_t>(got);
    }
    return {};
}

MetricsWriter::MetricsWriter(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

MetricsWriter::MetricsWriter(MetricsWriter &&) noexcept = default;

MetricsWriter &MetricsWriter::operator=(MetricsWriter &&other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

MetricsWriter::~MetricsWriter()
{
    if (m_impl) [[maybe_unused]]
        const auto ignored = flush();
}

Result<MetricsWriter> MetricsWriter::open(const std::filesystem::path &path)
{
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->file = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!impl->file.isOpen())
        return storageError("open", path, errno);
    // File systems without locks answer otherwise; there the launcher's own check has to do.
    if (flock(impl->file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(ErrorCode::Storage, "Another process writes these metrics. Wait until it has ended.",
                    path.string());
    auto existing = readExisting(impl->file.get(), path.string());
    if (!existing)
        return Failure(existing.error());
    if (ftruncate(impl->file.get(), static_cast<off_t>(existing->end)) != 0)
        return storageError("write", path, errno);
    impl->ids = std::move(existing->ids);
    impl->nextId = existing->nextId;
    impl->pending.resize(existing->nextId);
    for (const auto &[series, id] : impl->ids)
        impl->pending[id].width = series.size();
    return MetricsWriter(std::move(impl));
}

Result<std::uint16_t> MetricsWriter::group(const std::vector<std::string> &series)
{
    if (const auto known = m_impl->ids.find(series); known != m_impl->ids.end())
        return known->second;
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    const bool tooLong =
        std::any_of(series.begin(), series.end(), [](const auto &name) { return name.size() > kMost; });
    if (series.empty() || series.size() > kMost || tooLong || m_impl->nextId > kMost)
        return fail(ErrorCode::Internal, "A group of metrics needs 1 to 65,535 series with shorter names than that.",
                    m_impl->path.string());
    const auto id = static_cast<std::uint16_t>(m_impl->nextId++);
    metrics::putGroup(m_impl->definitions, {id, series});
    m_impl->ids.emplace(series, id);
    m_impl->pending.resize(m_impl->nextId);
    m_impl->pending[id].width = series.size();
    return id;
}

void MetricsWriter::append(std::uint16_t group, std::int64_t step, std::int64_t tokens, std::int64_t wallMicros,
                           std::span<const double> values)
{
    assert(group < m_impl->pending.size() && values.size() == m_impl->pending[group].width);
    Pending &rows = m_impl->pending[group];
    rows.steps.push_back(step);
    rows.tokens.push_back(tokens);
    rows.wallMicros.push_back(wallMicros);
    rows.values.insert(rows.values.end(), values.begin(), values.end());
}

Result<void> MetricsWriter::flush()
{
    m_impl->encode();
    if (m_impl->bytes.empty())
        return {};
    if (const auto written = m_impl->write(); !written)
        return written;
    m_impl->definitions.clear();
    for (Pending &rows : m_impl->pending)
        rows.clear();
    return {};
}

} // namespace anneal
