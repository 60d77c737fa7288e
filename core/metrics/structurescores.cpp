// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/structurescores.h"

#include <algorithm>
#include <string_view>

namespace anneal {

namespace {

constexpr std::string_view kThreeStates = "HEC";

int reducedId(const std::string &name)
{
    const auto state = threeState(name.empty() ? '\0' : name[0]);
    return state ? static_cast<int>(kThreeStates.find(*state)) : kNoClass;
}

std::vector<int> reduced(std::span<const int> states, const std::vector<int> &table)
{
    std::vector<int> three(states.size());
    std::transform(states.begin(), states.end(), three.begin(),
                   [&](int state) { return state == kNoClass ? kNoClass : table[static_cast<std::size_t>(state)]; });
    return three;
}

} // namespace

std::optional<char> threeState(char eightState)
{
    constexpr std::string_view kHelix = "HGI", kStrand = "EB", kRest = "STCL-~ ";
    if (kHelix.find(eightState) != std::string_view::npos)
        return 'H';
    if (kStrand.find(eightState) != std::string_view::npos)
        return 'E';
    if (kRest.find(eightState) != std::string_view::npos)
        return 'C';
    return std::nullopt;
}

bool areStructureStates(const std::vector<std::string> &classNames)
{
    return !classNames.empty() && std::all_of(classNames.begin(), classNames.end(), [](const std::string &name) {
        return name.size() == 1 && threeState(name[0]);
    });
}

StructureScores::StructureScores(const std::vector<std::string> &classNames)
    : m_all(static_cast<int>(classNames.size()))
    , m_three(static_cast<int>(kThreeStates.size()))
    , m_overlap8(static_cast<int>(classNames.size()))
    , m_overlap3(static_cast<int>(kThreeStates.size()))
{
    for (const std::string &name : classNames) {
        m_reduced.push_back(reducedId(name));
        m_hasEight = m_hasEight || name.find_first_of(kThreeStates) == std::string::npos;
    }
}

void StructureScores::addChain(std::span<const int> observed, std::span<const int> predicted)
{
    m_all.add(observed, predicted);
    m_overlap8.addChain(observed, predicted);
    const std::vector<int> observed3 = reduced(observed, m_reduced), predicted3 = reduced(predicted, m_reduced);
    m_three.add(observed3, predicted3);
    m_overlap3.addChain(observed3, predicted3);
}

void StructureScores::merge(const StructureScores &other)
{
    m_all.merge(other.m_all);
    m_three.merge(other.m_three);
    m_overlap8.merge(other.m_overlap8);
    m_overlap3.merge(other.m_overlap3);
}

std::optional<double> StructureScores::q8() const
{
    return m_hasEight ? m_all.accuracy() : std::nullopt;
}

} // namespace anneal
