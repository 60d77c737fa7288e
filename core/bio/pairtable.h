// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bio/tokenizer.h"

namespace anneal {

/// Two neighbouring tokens.
struct TokenPair {
    WideTokenId left = 0;
    WideTokenId right = 0;

    friend bool operator==(const TokenPair &, const TokenPair &) = default;
};

/// What two tokens become, and how early: merges of a lower rank come first.
struct BpeMerge {
    TokenPair pair;
    WideTokenId merged = 0;
    std::uint32_t rank = kNone;

    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

/// The merges by their pair: an open-addressing table that is never changed once it is made.
class PairTable
{
public:
    explicit PairTable(const std::vector<BpeMerge> &merges)
        : m_slots(std::bit_ceil(2 * merges.size() + 2))
        , m_mask(m_slots.size() - 1)
    {
        for (const BpeMerge &merge : merges) {
            std::size_t at = slotOf(merge.pair);
            if (m_slots[at].rank == BpeMerge::kNone) // of two equal pairs the first counts
                m_slots[at] = merge;
        }
    }

    /// rank is kNone when the two do not merge.
    [[nodiscard]] const BpeMerge &find(TokenPair pair) const { return m_slots[slotOf(pair)]; }

private:
    [[nodiscard]] std::size_t slotOf(TokenPair pair) const
    {
        const std::uint64_t key = (std::uint64_t{pair.left} << 16) | pair.right;
        std::size_t at = ((key * 0x9E3779B97F4A7C15ull) >> 32) & m_mask;
        while (m_slots[at].rank != BpeMerge::kNone && !(m_slots[at].pair == pair))
            at = (at + 1) & m_mask;
        return at;
    }

    std::vector<BpeMerge> m_slots;
    std::size_t m_mask;
};

} // namespace anneal
