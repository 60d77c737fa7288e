// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bio/sequencefile.h"

namespace anneal {

/// Finds the first of several equal things by their hash: an open-addressing table without deletion.
class FirstSeen
{
public:
    explicit FirstSeen(std::size_t count)
        : m_slots(std::bit_ceil(2 * count + 2))
    {
    }

    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// The index under which an equal thing was given before, or kNone.
    template <typename Equal>
    [[nodiscard]] std::uint32_t find(std::uint64_t hash, Equal &&equal) const
    {
        return m_slots[slotOf(hash, equal)].index;
    }

    /// The same, but when there was none `index` is kept from then on and returned.
    template <typename Equal>
    std::uint32_t firstOf(std::uint64_t hash, std::uint32_t index, Equal &&equal)
    {
        Slot &slot = m_slots[slotOf(hash, equal)];
        if (slot.index == kNone)
            slot = {hash, index};
        return slot.index;
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::uint32_t index = kNone;
    };

    /// Where an equal thing lies, else the free slot for it.
    template <typename Equal>
    [[nodiscard]] std::size_t slotOf(std::uint64_t hash, Equal &&equal) const
    {
        std::size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].index != kNone && !(m_slots[at].hash == hash && equal(m_slots[at].index)))
            at = (at + 1) & (m_slots.size() - 1);
        return at;
    }

    std::vector<Slot> m_slots;
};

[[nodiscard]] std::uint64_t residueHash(const SequenceSet &set, std::size_t i, std::uint64_t seed = 0);
[[nodiscard]] bool sameResidues(const SequenceSet &a, std::size_t i, const SequenceSet &b, std::size_t j);

/// A sequence and an earlier one with the same residues.
struct Repeat {
    std::uint32_t first = 0;
    std::uint32_t again = 0;
};
[[nodiscard]] std::vector<Repeat> repeatedSequences(const SequenceSet &set);

/// Warns of ids that occur more than once, and makes the names differ: "id (line 5)".
void reportDuplicateIds(SequenceSet &set, const std::string &fileName);
/// Warns of sequences that occur more than once; a note when they are short, or when `divided` says that the parts of a
/// split are given, and then only a leak between them matters.
void reportDuplicateSequences(SequenceSet &set, const std::string &fileName, bool divided = false);

/// The id as the file has it, without what reportDuplicates() added. Ids hold no blank, so nothing is taken for it.
[[nodiscard]] std::string_view idInFile(std::string_view name);

} // namespace anneal
