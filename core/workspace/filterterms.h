// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include "workspace/filter.h"

namespace anneal {

/// `name operation value`, or a bare word: value only.
struct FilterTerm {
    std::string name;
    std::string operation; ///< : < <= > >= = != ~
    std::string value;
    std::size_t position = 0; ///< in the filter's text, from 0
};

[[nodiscard]] Failure filterError(std::string message, std::size_t position);
[[nodiscard]] Result<RunFilter> termFilter(const FilterTerm &term);
[[nodiscard]] std::string lowerCase(std::string text);

} // namespace anneal
