// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace anneal {

/// metrics.bin: append-only blocks, each with magic, length and CRC-32. Two kinds of block:
/// a *group* names series that are logged together ("train": loss, lr, grad_norm), rows of a group hold
/// (step, tokens, wall time) once and one float64 per series. Little-endian. Format in docs/run-folder.md.
/// Series names: train.loss, validation.loss, optimizer.lr, grad_norm, param_norm, update_ratio, tokens_per_second, …
struct MetricGroup {
    std::uint16_t id = 0;
    std::vector<std::string> series;
};

struct MetricRows {
    std::uint16_t group = 0;
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> tokens; ///< seen so far at that step
    std::vector<std::int64_t> wallMicros;
    std::vector<double> values; ///< series-major: values[s * rows + r]; NaN and infinity are kept
};

class MetricsWriter
{
public:
    /// Opens for append, cutting off what stands behind the last whole block. After a resume from an earlier step
    /// nothing is removed from the file; readers take the later row where two rows have the same step. One writer per
    /// file: Storage error while another process has it open, and when a newer version wrote it.
    [[nodiscard]] static Result<MetricsWriter> open(const std::filesystem::path &path);
    MetricsWriter(MetricsWriter &&) noexcept;
    MetricsWriter &operator=(MetricsWriter &&) noexcept;
    ~MetricsWriter(); ///< flushes; never throws

    /// Id of the group with exactly these series (written once per file).
    [[nodiscard]] Result<std::uint16_t> group(const std::vector<std::string> &series);
    /// Buffers one row. No allocation after the first rows, no system call.
    void append(std::uint16_t group, std::int64_t step, std::int64_t tokens, std::int64_t wallMicros,
                std::span<const double> values);
    /// Writes what is buffered with one write(2) per call. Storage error on a full disk; the rows stay buffered and a
    /// later flush tries again.
    [[nodiscard]] Result<void> flush();

private:
    struct Impl;
    explicit MetricsWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Follows a metrics file, also while it grows. Not thread-safe; one reader per thread.
class MetricsReader
{
public:
    explicit MetricsReader(std::filesystem::path path);
    ~MetricsReader();
    MetricsReader(MetricsReader &&) noexcept;
    MetricsReader &operator=(MetricsReader &&) noexcept;

    /// Rows of one group are merged within some megabytes of file, so a long file gives several MetricRows per group,
    /// in order.
    struct Batch {
        std::vector<MetricRows> rows;
        bool restarted = false; ///< the file shrank or was replaced: forget earlier rows, these begin at its start
        bool more = false; ///< `maxBytes` was reached; the next call goes on
    };
    /// New whole blocks since the last call. An unfinished last block is left for later; a file that is not there yet
    /// has no blocks. A damaged block in the middle is skipped and counted. Reads about `maxBytes` of file at most.
    [[nodiscard]] Result<Batch> poll(std::uint64_t maxBytes = ~std::uint64_t{0});
    [[nodiscard]] const std::vector<MetricGroup> &groups() const;
    [[nodiscard]] std::int64_t damagedBlocks() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace anneal
