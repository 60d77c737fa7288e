// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/gzipsource.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

namespace anneal {

namespace {

constexpr std::size_t kBlockSize = 256 << 10;
constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr unsigned char kFirstMagic = 0x1F;

bool isBlockGzip(std::string_view head)
{
    return head.size() > 14 && (head[3] & 4) != 0 && head.substr(12, 2) == "BC";
}

} // namespace

bool isGzip(std::string_view head)
{
    return head.substr(0, 2) == "\x1F\x8B";
}

GzipSource::GzipSource(ByteSource &packed, std::string_view first, std::string name)
    : m_packed(packed)
    , m_name(std::move(name))
    , m_block(kBlockSize)
    , m_isBlockGzip(anneal::isBlockGzip(first))
{
    m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(first.data()));
    m_stream.avail_in = static_cast<uInt>(first.size());
    if (inflateInit2(&m_stream, kGzipOnly) != Z_OK)
        throw std::bad_alloc();
}

GzipSource::~GzipSource()
{
    inflateEnd(&m_stream);
}

Result<std::string_view> GzipSource::next()
{
    m_stream.next_out = reinterpret_cast<Bytef *>(m_block.data());
    m_stream.avail_out = static_cast<uInt>(m_block.size());
    while (m_stream.avail_out > 0 && !m_finished) {
        if (auto filled = refill(); !filled)
            return Failure(filled.error());
        if (auto step = m_betweenMembers ? beginMember() : unpack(); !step)
            return Failure(step.error());
    }
    return std::string_view(m_block.data(), m_block.size() - m_stream.avail_out);
}

Result<void> GzipSource::refill()
{
    if (m_stream.avail_in > 0 || m_inputEnded)
        return {};
    const auto block = m_packed.next();
    if (!block)
        return Failure(block.error());
    m_inputEnded = block->empty();
    m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(block->data()));
    m_stream.avail_in = static_cast<uInt>(block->size());
    return {};
}

Result<void> GzipSource::beginMember()
{
    // Zeros between or after members are padding, as on tapes.
    while (m_stream.avail_in > 0 && *m_stream.next_in == 0) {
        ++m_stream.next_in;
        --m_stream.avail_in;
    }
    if (m_stream.avail_in == 0) {
        m_finished = m_inputEnded;
        return {};
    }
    if (*m_stream.next_in != kFirstMagic)
        return countExtraBytes();
    m_betweenMembers = false;
    inflateReset(&m_stream);
    return {};
}

Result<void> GzipSource::unpack()
{
    const int result = inflate(&m_stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
        m_betweenMembers = true;
        return {};
    }
    if (result == Z_MEM_ERROR)
        throw std::bad_alloc();
    if (result == Z_DATA_ERROR || result == Z_NEED_DICT) {
        const bool noMember = m_stream.total_in <= 2 && m_stream.total_out == 0;
        if (!noMember)
            return damaged("The compressed data are damaged");
        m_extraBytes = m_stream.total_in;
        return countExtraBytes();
    }
    if (m_inputEnded && m_stream.avail_out > 0)
        return damaged("The compressed data end early: the download or copy is incomplete");
    return {};
}

Result<void> GzipSource::countExtraBytes()
{
    while (!m_inputEnded) {
        m_extraBytes += m_stream.avail_in;
        m_stream.avail_in = 0;
        if (auto filled = refill(); !filled)
            return filled;
    }
    m_finished = true;
    return {};
}

Failure GzipSource::damaged(std::string_view what) const
{
    return fail(ErrorCode::Data, fmt::format("{}; nothing was read, get the file again.", what), m_name);
}

} // namespace anneal
