// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/modulelists.h"

#include <cstdlib>
#include <sstream>

namespace anneal {

std::vector<std::string> moduleList(const std::string &text)
{
    std::vector<std::string> names;
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
        if (first != std::string::npos)
            names.push_back(part.substr(first, last - first + 1));
    }
    return names;
}

bool isModulePattern(const std::string &text)
{
    return text.find_first_of("*()[]|\\") != std::string::npos;
}

bool endsWithModule(std::string_view name, std::string_view ending)
{
    return name == ending
        || (name.ends_with(ending) && name.size() > ending.size() && name[name.size() - ending.size() - 1] == '.');
}

std::map<std::string, double> moduleNumbers(const std::string &text)
{
    std::map<std::string, double> numbers;
    for (const std::string &part : moduleList(text))
        if (const auto equals = part.find('='); equals != std::string::npos)
            numbers[part.substr(0, equals)] = std::strtod(part.c_str() + equals + 1, nullptr);
    return numbers;
}

std::string wholeNamePattern(const std::string &key)
{
    return "(.*\\.)?(" + key + ")";
}

} // namespace anneal
