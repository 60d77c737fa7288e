// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct hFILE;

namespace anneal {

/// Bytes in blocks: from a file, or from another source by unpacking it.
class ByteSource
{
public:
    ByteSource() = default;
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;

    /// The next block, empty at the end. Valid until the next call.
    [[nodiscard]] virtual Result<std::string_view> next() = 0;
    /// Share of the stored file that was used so far, 0–1.
    [[nodiscard]] virtual double share() const = 0;
};

/// A regular file. Anything else (folder, pipe, device, socket) is refused before it is opened, so that nothing can
/// block.
class FileSource : public ByteSource
{
public:
    [[nodiscard]] static Result<std::unique_ptr<FileSource>> open(const std::filesystem::path &path);
    ~FileSource() override;

    [[nodiscard]] Result<std::string_view> next() override;
    [[nodiscard]] double share() const override;
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// stableHash of the bytes so far, chained over blocks of 1 MiB.
    [[nodiscard]] std::uint64_t hash() const { return m_hash; }

private:
    FileSource(hFILE *file, std::uint64_t size, std::string name);

    hFILE *m_file = nullptr;
    std::uint64_t m_size = 0;
    std::uint64_t m_used = 0;
    std::uint64_t m_hash = 0;
    std::string m_name;
    std::vector<char> m_block;
};

} // namespace anneal
