// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/streams.h"

#include <ATen/CPUGeneratorImpl.h>

#include "base/hash.h"

namespace anneal {
namespace {

std::uint64_t streamKey(std::int64_t seed, std::string_view purpose, std::int64_t epoch, std::int64_t index)
{
    std::uint64_t key = stableHash(purpose, static_cast<std::uint64_t>(seed));
    key = mix64(key ^ static_cast<std::uint64_t>(epoch));
    return mix64(key ^ static_cast<std::uint64_t>(index));
}

} // namespace

RandomStream::RandomStream(std::int64_t seed, std::string_view purpose, std::int64_t epoch, std::int64_t index)
    : m_key(streamKey(seed, purpose, epoch, index))
{
}

RandomStream::result_type RandomStream::operator()()
{
    return mix64(m_key + m_counter++ * 0x9E3779B97F4A7C15ull);
}

double RandomStream::uniform()
{
    return static_cast<double>((*this)() >> 11) * 0x1.0p-53;
}

std::uint64_t RandomStream::below(std::uint64_t bound)
{
    const std::uint64_t firstUnfair = max() - max() % bound;
    std::uint64_t draw = (*this)();
    while (draw >= firstUnfair)
        draw = (*this)();
    return draw % bound;
}

at::Generator torchStream(std::int64_t seed, std::string_view purpose, std::int64_t epoch, std::int64_t index)
{
    return at::detail::createCPUGenerator(streamKey(seed, purpose, epoch, index));
}

} // namespace anneal
