// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace anneal {

enum class Severity { Error, Warning };

/// Something to say about one setting. Errors block a start, warnings do not.
struct Issue {
    Severity severity = Severity::Error;
    std::string key; ///< field it belongs to; "" = the whole file
    std::string message; ///< what is wrong and what to do
    std::string suggestion; ///< text that may be typed into the field to mend it; empty = none
};

[[nodiscard]] inline bool hasErrors(const std::vector<Issue> &issues)
{
    for (const Issue &issue : issues)
        if (issue.severity == Severity::Error)
            return true;
    return false;
}

} // namespace anneal
