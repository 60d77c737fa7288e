// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "bio/pairtable.h"

namespace anneal {

/// The tokens of one word while they grow together: a list in which what a merge takes away is skipped.
class BpeWord
{
public:
    void clear();
    void add(WideTokenId id, std::size_t begin, std::size_t end);

    /// Applies the merges: always the one of lowest rank, of equal ones the leftmost. n log n for n letters.
    void merge(const PairTable &merges);

    /// Calls take(id, begin, end) for each token that is left.
    template <typename Take>
    void forEach(Take &&take) const
    {
        for (std::uint32_t i = 0; i < m_symbols.size(); i = m_symbols[i].next)
            take(m_symbols[i].id, m_symbols[i].begin, m_symbols[i].end);
    }

private:
    static constexpr WideTokenId kGone = 0xFFFF;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    struct Symbol {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::uint32_t previous = kNone;
        std::uint32_t next = kNone;
        WideTokenId id = kGone;
    };

    [[nodiscard]] const BpeMerge *mergeAt(const PairTable &merges, std::uint32_t left) const;
    void push(const PairTable &merges, std::uint32_t left);
    void join(std::uint32_t left, WideTokenId merged);

    std::vector<Symbol> m_symbols;
    std::vector<std::uint64_t> m_queue; ///< heap of rank and place of what may merge; some of it is out of date
};

} // namespace anneal
