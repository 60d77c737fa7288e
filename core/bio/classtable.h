// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bio/findings.h"
#include "bio/labels.h"

namespace anneal {

/// The different labels of a file as they are met, each with its count and first place.
class ClassTable
{
public:
    struct Entry {
        std::string name;
        std::int64_t count = 0;
        Place first; ///< line, and for residue labels the position in the sequence
    };

    static constexpr std::size_t kMost = 32767; ///< what a ClassId can number

    /// The number of a label, in the order of meeting; `place` is kept when it is new.
    std::size_t idOf(std::string_view name, Place place);

    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }

    /// Names in the stable order, and for each number of idOf() its class.
    struct Order {
        std::vector<std::string> names;
        std::vector<ClassId> classOf;
    };
    /// With `merge`, spellings of one label share the class of the first one met.
    [[nodiscard]] Order order(bool merge) const;

    /// Labels that differ only in case or as 1 and 1.0; each list has two or more numbers, in the order of meeting.
    [[nodiscard]] std::vector<std::vector<std::size_t>> spellings() const;

private:
    std::vector<Entry> m_entries;
    std::map<std::string, std::size_t, std::less<>> m_ids;
};

} // namespace anneal
