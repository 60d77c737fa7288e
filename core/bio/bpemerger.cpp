// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bpemerger.h"

#include <algorithm>
#include <functional>

namespace anneal {

void BpeWord::clear()
{
    m_symbols.clear();
    m_queue.clear();
}

void BpeWord::add(WideTokenId id, std::size_t begin, std::size_t end)
{
    const auto place = static_cast<std::uint32_t>(m_symbols.size());
    m_symbols.push_back({begin, end, place == 0 ? kNone : place - 1, place + 1, id});
}

/// What the symbol and the one after it become, or nothing.
const BpeMerge *BpeWord::mergeAt(const PairTable &merges, std::uint32_t left) const
{
    const std::uint32_t right = m_symbols[left].next;
    if (m_symbols[left].id == kGone || right >= m_symbols.size())
        return nullptr;
    const BpeMerge &merge = merges.find({m_symbols[left].id, m_symbols[right].id});
    return merge.rank == BpeMerge::kNone ? nullptr : &merge;
}

void BpeWord::push(const PairTable &merges, std::uint32_t left)
{
    if (const BpeMerge *merge = mergeAt(merges, left))
        m_queue.push_back((std::uint64_t{merge->rank} << 32) | left);
}

void BpeWord::join(std::uint32_t left, WideTokenId merged)
{
    Symbol &kept = m_symbols[left];
    Symbol &gone = m_symbols[kept.next];
    kept.id = merged;
    kept.end = gone.end;
    kept.next = gone.next;
    gone.id = kGone;
    if (kept.next < m_symbols.size())
        m_symbols[kept.next].previous = left;
}

void BpeWord::merge(const PairTable &merges)
{
    const std::greater<> later;
    for (std::uint32_t i = 0; i < m_symbols.size(); ++i)
        push(merges, i);
    std::make_heap(m_queue.begin(), m_queue.end(), later);
    const auto pushed = [&](std::uint32_t left) {
        const std::size_t before = m_queue.size();
        push(merges, left);
        if (m_queue.size() > before)
            std::push_heap(m_queue.begin(), m_queue.end(), later);
    };
    while (!m_queue.empty()) {
        const std::uint64_t first = m_queue.front();
        std::pop_heap(m_queue.begin(), m_queue.end(), later);
        m_queue.pop_back();
        const auto left = static_cast<std::uint32_t>(first);
        const BpeMerge *merge = mergeAt(merges, left);
        if (merge == nullptr || merge->rank != first >> 32) // its neighbours have changed since
            continue;
        join(left, merge->merged);
        pushed(left);
        if (m_symbols[left].previous != kNone)
            pushed(m_symbols[left].previous);
    }
}

} // namespace anneal
