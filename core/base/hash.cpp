// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"

#include <algorithm>

#include <zlib.h>

namespace anneal {

std::uint64_t stableHash(std::string_view bytes, std::uint64_t seed)
{
    std::uint64_t hash = mix64(seed ^ bytes.size());
    while (!bytes.empty()) {
        const std::size_t count = std::min<std::size_t>(bytes.size(), 8);
        std::uint64_t word = 0; // built byte by byte, so that the byte order of the machine does not matter
        for (std::size_t i = 0; i < count; ++i)
            word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
        hash = mix64(hash ^ word);
        bytes.remove_prefix(count);
    }
    return hash;
}

std::uint32_t crc32(std::span<const std::byte> bytes)
{
    const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
    return static_cast<std::uint32_t>(::crc32_z(0, data, bytes.size()));
}

} // namespace anneal
