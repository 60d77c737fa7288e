// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/metricslog.h"

/// The bytes of metrics.bin, for its writer and its reader only. Described in docs/run-folder.md.
namespace anneal::metrics {

inline constexpr std::size_t kHeaderSize = 16;
inline constexpr std::size_t kMaxPayload = std::size_t{16} << 20;
inline constexpr std::uint16_t kVersion = 1;

enum BlockKind : std::uint16_t { kGroupBlock = 1, kRowsBlock = 2 };

struct Block {
    std::uint16_t version = 0;
    std::uint16_t kind = 0;
    std::span<const std::byte> payload;
    [[nodiscard]] std::size_t size() const { return kHeaderSize + payload.size(); }
};

/// Rows as they stand in a payload; columns are read with memcpy.
struct RowsView {
    std::uint16_t group = 0;
    std::size_t rows = 0;
    const std::byte *columns = nullptr; ///< steps, tokens, wall time, then one column per series
    std::size_t columnBytes = 0;
};

using Bytes = std::vector<std::byte>;

void putGroup(Bytes &out, const MetricGroup &group);
/// `values` is row-major, as rows arrive.
void putRows(Bytes &out, std::uint16_t group, std::span<const std::int64_t> steps, std::span<const std::int64_t> tokens,
             std::span<const std::int64_t> wallMicros, std::span<const double> values, std::size_t width);

/// Nothing when the payload does not hold what its kind promises.
[[nodiscard]] std::optional<MetricGroup> readGroup(const Block &block);
[[nodiscard]] std::optional<RowsView> readRows(const Block &block);

/// Walks over the whole blocks in a stretch of bytes. Bytes between two whole blocks that belong to none count as one
/// damage.
class BlockScanner
{
public:
    explicit BlockScanner(std::span<const std::byte> bytes);
    /// Nothing when no whole block follows.
    [[nodiscard]] std::optional<Block> next();
    [[nodiscard]] std::size_t position() const { return m_position; } ///< end of the last whole block
    [[nodiscard]] std::int64_t damaged() const { return m_damaged; }
    /// True when what follows position() is more than the beginning of a block.
    [[nodiscard]] bool endsDamaged() const;

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
    std::int64_t m_damaged = 0;
};

/// The blocks of a file in large pieces, from an offset on. A damaged stretch is passed only once a whole block follows
/// it, because a writer that opens the file again cuts off what stands behind the last whole block.
class BlockStream
{
public:
    /// The blocks of the next piece; empty at the end. Valid until the next call.
    [[nodiscard]] Result<std::span<const Block>> next(int fd, std::uint64_t fileSize, const std::string &path);
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] std::int64_t damaged() const { return m_damaged + (m_endsDamaged ? 1 : 0); }

private:
    [[nodiscard]] Result<std::size_t> readPiece(int fd, std::size_t wanted, const std::string &path);
    [[nodiscard]] bool scan(std::size_t size);

    std::uint64_t m_offset = 0;
    std::int64_t m_damaged = 0;
    bool m_endsDamaged = false;
    Bytes m_bytes;
    std::vector<Block> m_blocks;
};

[[nodiscard]] Failure newerVersion(std::uint16_t version, const std::string &path);

} // namespace anneal::metrics
