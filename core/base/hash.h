// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace anneal {

/// 64-bit hash that is the same on every machine and version (used to split data and to seed streams).
[[nodiscard]] std::uint64_t stableHash(std::string_view bytes, std::uint64_t seed = 0);

/// SplitMix64 step: a good 64-bit mix of `x`.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t x)
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/// CRC-32 (zlib polynomial), the checksum of metric blocks.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes);

} // namespace anneal
