// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/classtable.h"

#include <algorithm>

#include "base/units.h"
#include "bio/numbertext.h"
#include "bio/tablerows.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

/// The same for labels that mean the same to a person.
std::string meaning(const std::string &name)
{
    if (const auto number = numberIn(name, NumberStyle::Plain))
        return formatExact(*number);
    return lowerCased(name);
}

} // namespace

std::size_t ClassTable::idOf(std::string_view name, Place place)
{
    auto found = m_ids.find(name);
    if (found == m_ids.end()) {
        found = m_ids.emplace(std::string(name), m_entries.size()).first;
        m_entries.push_back({displayText(name), 0, place});
    }
    ++m_entries[found->second].count;
    return found->second;
}

std::vector<std::vector<std::size_t>> ClassTable::spellings() const
{
    std::map<std::string, std::vector<std::size_t>> byMeaning;
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        byMeaning[meaning(m_entries[i].name)].push_back(i);
    std::vector<std::vector<std::size_t>> lists;
    for (auto &[ignored, list] : byMeaning) {
        if (list.size() > 1)
            lists.push_back(std::move(list));
    }
    std::sort(lists.begin(), lists.end());
    return lists;
}

ClassTable::Order ClassTable::order(bool merge) const
{
    std::vector<std::size_t> first(m_entries.size());
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = i;
    if (merge) {
        for (const auto &list : spellings())
            for (const std::size_t i : list)
                first[i] = list.front();
    }
    Order order;
    for (const std::size_t i : first)
        order.names.push_back(m_entries[i].name);
    sortClassNames(order.names);
    for (const std::size_t i : first) {
        const auto at = std::find(order.names.begin(), order.names.end(), m_entries[i].name) - order.names.begin();
        order.classOf.push_back(static_cast<ClassId>(at));
    }
    return order;
}

} // namespace anneal
