// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <zlib.h>

#include "bio/bytesource.h"

namespace anneal {

[[nodiscard]] bool isGzip(std::string_view head);

/// Unpacks gzip: all members, hence block gzip too. By zlib and not by htslib's bgzf, which cannot tell extra bytes
/// after the data (harmless) from damaged data (not).
class GzipSource : public ByteSource
{
public:
    /// `first` is a block that was already taken from `packed` and is still valid.
    GzipSource(ByteSource &packed, std::string_view first, std::string name);
    ~GzipSource() override;

    [[nodiscard]] Result<std::string_view> next() override;
    [[nodiscard]] double share() const override { return m_packed.share(); }
    /// Bytes after the compressed data that are neither data nor zeros. Known at the end.
    [[nodiscard]] std::uint64_t extraBytes() const { return m_extraBytes; }
    /// Block gzip ends with an empty block; without it the file was probably cut between two blocks. Known at the end.
    [[nodiscard]] bool missesEndBlock() const { return m_isBlockGzip && m_stream.total_out > 0; }

private:
    [[nodiscard]] Result<void> refill();
    [[nodiscard]] Result<void> beginMember();
    [[nodiscard]] Result<void> unpack();
    [[nodiscard]] Result<void> countExtraBytes();
    [[nodiscard]] Failure damaged(std::string_view what) const;

    ByteSource &m_packed;
    std::string m_name;
    std::vector<char> m_block;
    z_stream m_stream{};
    bool m_isBlockGzip = false;
    bool m_betweenMembers = false;
    bool m_inputEnded = false;
    bool m_finished = false;
    std::uint64_t m_extraBytes = 0;
};

} // namespace anneal
