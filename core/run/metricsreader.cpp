// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstring>
#include <map>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run/filedescriptor.h"
#include "run/metricsblock.h"

namespace anneal {

namespace {

/// Which file stands at the path, and how much of it was there at the last look.
struct FileMark {
    dev_t device = 0;
    ino_t inode = 0;
    std::uint64_t size = 0;

    [[nodiscard]] bool sameFile(const FileMark &other) const { return device == other.device && inode == other.inode; }
};

/// Rows of one group found in one piece of the file, before they are copied together.
struct Found {
    std::size_t rows = 0;
    std::size_t width = 0;
    std::vector<metrics::RowsView> blocks;
};

void copyColumn(const std::byte *from, std::size_t rows, void *to)
{
    std::memcpy(to, from, rows * 8);
}

MetricRows mergeBlocks(std::uint16_t group, const Found &found)
{
    MetricRows merged;
    merged.group = group;
    merged.steps.resize(found.rows);
    merged.tokens.resize(found.rows);
    merged.wallMicros.resize(found.rows);
    merged.values.resize(found.rows * found.width);
    std::size_t row = 0;
    for (const metrics::RowsView &block : found.blocks) {
        const std::size_t columnSize = block.rows * 8;
        copyColumn(block.columns, block.rows, &merged.steps[row]);
        copyColumn(block.columns + columnSize, block.rows, &merged.tokens[row]);
        copyColumn(block.columns + 2 * columnSize, block.rows, &merged.wallMicros[row]);
        const std::byte *values = block.columns + 3 * columnSize;
        for (std::size_t series = 0; series < found.width; ++series, values += columnSize)
            copyColumn(values, block.rows, &merged.values[series * found.rows + row]);
        row += block.rows;
    }
    return merged;
}

} // namespace

struct MetricsReader::Impl {
    std::filesystem::path path;
    FileMark mark;
    metrics::BlockStream stream;
    std::vector<MetricGroup> groups;
    std::map<std::uint16_t, std::size_t> widths;
    std::int64_t undecodable = 0; ///< whole blocks whose content makes no sense
    std::uint16_t newerVersion = 0;
    std::uint64_t exhaustedSize = 0; ///< the file's size when all that could be read was read
    std::string lastHeader; ///< of the last block read: tells a rewritten file from one that grew
    std::uint64_t lastHeaderAt = 0;

    [[nodiscard]] bool wasReplaced(const FileMark &now, int fd) const;
    void restart();
    [[nodiscard]] Result<bool> pollPiece(int fd, std::vector<MetricRows> &rows);
    [[nodiscard]] Result<Batch> pollFile(int fd, const FileMark &now, std::uint64_t maxBytes);
    void addGroup(const metrics::Block &block);
    void addRows(const metrics::Block &block, std::map<std::uint16_t, Found> &found);
    void rememberLast(const metrics::Block &block);
};

bool MetricsReader::Impl::wasReplaced(const FileMark &now, int fd) const
{
    if (mark.inode == 0)
        return false;
    if (!mark.sameFile(now) || now.size < stream.offset())
        return true;
    std::string header(lastHeader.size(), '\0');
    const ssize_t got = pread(fd, header.data(), header.size(), static_cast<off_t>(lastHeaderAt));
    return got < 0 || header != lastHeader;
}

void MetricsReader::Impl::restart()
{
    stream = {};
    groups.clear();
    widths.clear();
    undecodable = 0;
    newerVersion = 0;
    exhaustedSize = 0;
    lastHeader.clear();
}

void MetricsReader::Impl::addGroup(const metrics::Block &block)
{
    auto group = metrics::readGroup(block);
    if (!group || !widths.emplace(group->id, group->series.size()).second) {
        ++undecodable;
        return;
    }
    groups.push_back(std::move(*group));
}

void MetricsReader::Impl::addRows(const metrics::Block &block, std::map<std::uint16_t, Found> &found)
{
    const auto view = metrics::readRows(block);
    const auto width = view ? widths.find(view->group) : widths.end();
    if (width == widths.end() || view->columnBytes != view->rows * (3 + width->second) * 8) {
        ++undecodable;
        return;
    }
    if (view->rows == 0)
        return;
    Found &entry = found[view->group];
    entry.width = width->second;
    entry.rows += view->rows;
    entry.blocks.push_back(*view);
}

void MetricsReader::Impl::rememberLast(const metrics::Block &block)
{
    const auto *header = reinterpret_cast<const char *>(block.payload.data()) - metrics::kHeaderSize;
    lastHeader.assign(header, metrics::kHeaderSize);
    lastHeaderAt = stream.offset() - block.size();
}

/// False at the end of what can be read now.
Result<bool> MetricsReader::Impl::pollPiece(int fd, std::vector<MetricRows> &rows)
{
    const auto blocks = stream.next(fd, mark.size, path.string());
    if (!blocks)
        return Failure(blocks.error());
    std::map<std::uint16_t, Found> found;
    for (const metrics::Block &block : *blocks) {
        if (block.version > metrics::kVersion)
            newerVersion = block.version;
        else if (block.kind == metrics::kGroupBlock)
            addGroup(block);
        else if (block.kind == metrics::kRowsBlock)
            addRows(block, found);
    }
    if (!blocks->empty())
        rememberLast(blocks->back());
    for (const auto &[group, entry] : found)
        rows.push_back(mergeBlocks(group, entry));
    return !blocks->empty() && newerVersion == 0;
}

Result<MetricsReader::Batch> MetricsReader::Impl::pollFile(int fd, const FileMark &now, std::uint64_t maxBytes)
{
    Batch batch;
    batch.restarted = wasReplaced(now, fd);
    if (batch.restarted)
        restart();
    mark = now;
    const std::uint64_t start = stream.offset();
    while (mark.size != exhaustedSize && newerVersion == 0) {
        if (stream.offset() - start >= maxBytes) {
            batch.more = true;
            break;
        }
        const auto goOn = pollPiece(fd, batch.rows);
        if (!goOn)
            return Failure(goOn.error());
        if (!*goOn)
            exhaustedSize = mark.size;
    }
    if (newerVersion != 0 && batch.rows.empty())
        return metrics::newerVersion(newerVersion, path.string());
    return batch;
}

MetricsReader::MetricsReader(std::filesystem::path path)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->path = std::move(path);
}

MetricsReader::~MetricsReader() = default;
MetricsReader::MetricsReader(MetricsReader &&) noexcept = default;
MetricsReader &MetricsReader::operator=(MetricsReader &&) noexcept = default;

Result<MetricsReader::Batch> MetricsReader::poll(std::uint64_t maxBytes)
{
    const FileDescriptor file(::open(m_impl->path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen() && errno == ENOENT)
        return Batch{};
    struct stat info {
    };
    if (!file.isOpen() || fstat(file.get(), &info) != 0)
        return storageError("read", m_impl->path, errno);
    const FileMark now{info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size)};
    return m_impl->pollFile(file.get(), now, maxBytes);
}

const std::vector<MetricGroup> &MetricsReader::groups() const
{
    return m_impl->groups;
}

std::int64_t MetricsReader::damagedBlocks() const
{
    return m_impl->stream.damaged() + m_impl->undecodable;
}

} // namespace anneal
