// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/metricsblock.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "base/files.h"
#include "base/hash.h"

namespace anneal::metrics {

static_assert(std::endian::native == std::endian::little, "metrics.bin is little-endian");

namespace {

// The first byte is not ASCII and not the start of a UTF-8 sequence, so that text never looks like a block.
constexpr std::array<char, 4> kMagic{'\x89', 'A', 'M', 'B'};
constexpr std::size_t kCheckedFrom = 8; ///< the checksum covers version, kind, length and payload
constexpr std::size_t kRowsHead = 8;
constexpr std::size_t kPieceSize = std::size_t{8} << 20;
constexpr std::size_t kLargestPiece = kPieceSize << 3;

template <typename T>
T get(const std::byte *from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

void putRaw(Bytes &out, const void *data, std::size_t size)
{
    const auto *bytes = static_cast<const std::byte *>(data);
    out.insert(out.end(), bytes, bytes + size);
}

template <typename T>
void put(Bytes &out, T value)
{
    putRaw(out, &value, sizeof value);
}

/// Leaves room for a header; endBlock() fills it.
std::size_t beginBlock(Bytes &out)
{
    const std::size_t start = out.size();
    out.resize(start + kHeaderSize);
    return start;
}

void endBlock(Bytes &out, std::size_t start, BlockKind kind)
{
    std::byte *header = out.data() + start;
    const auto length = static_cast<std::uint32_t>(out.size() - start - kHeaderSize);
    const std::uint16_t version = kVersion;
    const std::uint16_t kindValue = kind;
    std::memcpy(header, kMagic.data(), kMagic.size());
    std::memcpy(header + 8, &version, 2);
    std::memcpy(header + 10, &kindValue, 2);
    std::memcpy(header + 12, &length, 4);
    const std::uint32_t checksum = crc32({header + kCheckedFrom, out.size() - start - kCheckedFrom});
    std::memcpy(header + 4, &checksum, 4);
}

bool startsWithMagic(std::span<const std::byte> bytes)
{
    return std::memcmp(bytes.data(), kMagic.data(), std::min(bytes.size(), kMagic.size())) == 0;
}

/// The length that a header promises; nothing when these bytes cannot be the beginning of a block.
std::optional<std::size_t> promisedLength(std::span<const std::byte> bytes)
{
    if (!startsWithMagic(bytes))
        return std::nullopt;
    if (bytes.size() < kHeaderSize)
        return kMaxPayload;
    const std::size_t length = get<std::uint32_t>(bytes.data() + 12);
    return length <= kMaxPayload ? std::optional(length) : std::nullopt;
}

std::optional<Block> wholeBlock(std::span<const std::byte> bytes)
{
    const auto length = promisedLength(bytes);
    if (!length || bytes.size() < kHeaderSize + *length)
        return std::nullopt;
    const auto checked = bytes.subspan(kCheckedFrom, kHeaderSize - kCheckedFrom + *length);
    if (crc32(checked) != get<std::uint32_t>(bytes.data() + 4))
        return std::nullopt;
    return Block{get<std::uint16_t>(bytes.data() + 8), get<std::uint16_t>(bytes.data() + 10),
                 bytes.subspan(kHeaderSize, *length)};
}

} // namespace

void putGroup(Bytes &out, const MetricGroup &group)
{
    const std::size_t start = beginBlock(out);
    put(out, group.id);
    put(out, static_cast<std::uint16_t>(group.series.size()));
    for (const std::string &name : group.series) {
        put(out, static_cast<std::uint16_t>(name.size()));
        putRaw(out, name.data(), name.size());
    }
    while ((out.size() - start) % 8 != 0)
        out.push_back(std::byte{0});
    endBlock(out, start, kGroupBlock);
}

void putRows(Bytes &out, std::uint16_t group, std::span<const std::int64_t> steps, std::span<const std::int64_t> tokens,
             std::span<const std::int64_t> wallMicros, std::span<const double> values, std::size_t width)
{
    const std::size_t start = beginBlock(out);
    put(out, group);
    put(out, std::uint16_t{0});
    put(out, static_cast<std::uint32_t>(steps.size()));
    for (const auto column : {steps, tokens, wallMicros})
        putRaw(out, column.data(), column.size_bytes());
    const std::size_t at = out.size();
    out.resize(at + values.size_bytes());
    std::byte *to = out.data() + at;
    for (std::size_t series = 0; series < width; ++series)
        for (std::size_t row = 0; row < steps.size(); ++row, to += sizeof(double))
            std::memcpy(to, &values[row * width + series], sizeof(double));
    endBlock(out, start, kRowsBlock);
}

std::optional<MetricGroup> readGroup(const Block &block)
{
    const auto bytes = block.payload;
    if (bytes.size() < 4)
        return std::nullopt;
    MetricGroup group{get<std::uint16_t>(bytes.data()), {}};
    const std::size_t count = get<std::uint16_t>(bytes.data() + 2);
    std::size_t at = 4;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t length = at + 2 <= bytes.size() ? get<std::uint16_t>(bytes.data() + at) : bytes.size();
        if (at + 2 + length > bytes.size())
            return std::nullopt;
        group.series.emplace_back(reinterpret_cast<const char *>(bytes.data() + at + 2), length);
        at += 2 + length;
    }
    return group;
}

std::optional<RowsView> readRows(const Block &block)
{
    if (block.payload.size() < kRowsHead)
        return std::nullopt;
    const std::byte *bytes = block.payload.data();
    return RowsView{get<std::uint16_t>(bytes), get<std::uint32_t>(bytes + 4), bytes + kRowsHead,
                    block.payload.size() - kRowsHead};
}

BlockScanner::BlockScanner(std::span<const std::byte> bytes)
    : m_bytes(bytes)
{
}

std::optional<Block> BlockScanner::next()
{
    std::size_t at = m_position;
    while (at < m_bytes.size()) {
        if (const auto block = wholeBlock(m_bytes.subspan(at))) {
            m_damaged += at == m_position ? 0 : 1;
            m_position = at + block->size();
            return block;
        }
        const void *found = memmem(m_bytes.data() + at + 1, m_bytes.size() - at - 1, kMagic.data(), kMagic.size());
        if (!found)
            break;
        at = static_cast<std::size_t>(static_cast<const std::byte *>(found) - m_bytes.data());
    }
    return std::nullopt;
}

bool BlockScanner::endsDamaged() const
{
    const auto rest = m_bytes.subspan(m_position);
    if (rest.empty())
        return false;
    const auto length = promisedLength(rest);
    return !length || rest.size() >= kHeaderSize + *length;
}

bool BlockStream::scan(std::size_t size)
{
    BlockScanner scanner({m_bytes.data(), size});
    while (const auto block = scanner.next())
        m_blocks.push_back(*block);
    m_damaged += scanner.damaged();
    m_endsDamaged = scanner.endsDamaged();
    m_offset += scanner.position();
    return !m_blocks.empty();
}

Result<std::size_t> BlockStream::readPiece(int fd, std::size_t wanted, const std::string &path)
{
    if (m_bytes.size() < wanted)
        m_bytes.resize(wanted);
    std::size_t have = 0;
    while (have < wanted) {
        const ssize_t got = pread(fd, m_bytes.data() + have, wanted - have, static_cast<off_t>(m_offset + have));
        if (got < 0 && errno != EINTR)
            return storageError("read", path, errno);
        if (got == 0)
            break;
        have += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return have;
}

Result<std::span<const Block>> BlockStream::next(int fd, std::uint64_t fileSize, const std::string &path)
{
    m_blocks.clear();
    m_endsDamaged = false;
    for (std::size_t piece = kPieceSize; m_offset < fileSize;) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(piece, fileSize - m_offset));
        const auto have = readPiece(fd, wanted, path);
        if (!have)
            return Failure(have.error());
        if (scan(*have) || *have < wanted || m_offset + *have >= fileSize)
            break;
        // No whole block: the piece ends in a large one or in damage, which a larger piece tells.
        if (piece < kLargestPiece) {
            piece *= 2;
        } else {
            m_offset += *have - kHeaderSize - kMaxPayload;
            ++m_damaged;
        }
    }
    if (m_blocks.empty())
        m_bytes = {};
    return std::span<const Block>(m_blocks);
}

Failure newerVersion(std::uint16_t version, const std::string &path)
{
    return fail(ErrorCode::Storage,
                "The metrics were written by a newer Anneal (format " + std::to_string(version)
                    + "). Open this run with that version.",
                path);
}

} // namespace anneal::metrics
