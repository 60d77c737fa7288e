// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include <ATen/core/Generator.h>

namespace anneal {

/// A counter-based random stream: the n-th number is a function of (seed, purpose, epoch, index) and n, so nothing
/// about it needs saving. Satisfies UniformRandomBitGenerator, but the helpers below give the same numbers with every
/// standard library, which the distributions of <random> do not promise.
class RandomStream
{
public:
    using result_type = std::uint64_t;

    RandomStream(std::int64_t seed, std::string_view purpose, std::int64_t epoch = 0, std::int64_t index = 0);

    [[nodiscard]] static constexpr result_type min() { return 0; }
    [[nodiscard]] static constexpr result_type max() { return ~result_type{0}; }
    result_type operator()();
    /// [0, 1) with 53 random bits.
    double uniform();
    /// An unbiased integer in [0, bound); bound must be positive.
    std::uint64_t below(std::uint64_t bound);

private:
    std::uint64_t m_key;
    std::uint64_t m_counter = 0;
};

/// The same stream as a torch generator (CPU), for filling tensors.
[[nodiscard]] at::Generator torchStream(std::int64_t seed, std::string_view purpose, std::int64_t epoch = 0,
                                        std::int64_t index = 0);

} // namespace anneal
