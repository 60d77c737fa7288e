// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace anneal {

/// Breaks safetensors files, the same way for the same seed on every machine: bits and bytes anywhere, numbers and
/// words of the header, its length, the data. Most of the time the length is put right again
/// afterwards, so that the damage gets past the first check.
class Mutator
{
public:
    explicit Mutator(std::uint64_t seed)
        : m_random(seed)
    {
    }
    [[nodiscard]] std::string mutated(std::string file);

private:
    [[nodiscard]] std::size_t below(std::size_t count) { return count == 0 ? 0 : m_random() % count; }
    void breakBytes(std::string &bytes);
    void breakNumber(std::string &header);
    void breakWord(std::string &header);
    void breakLength(std::string &file);

    std::mt19937_64 m_random;
};

} // namespace anneal
