// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/layout.h"

#include <cstdio>

namespace anneal {

std::filesystem::path RunPaths::checkpoint(std::int64_t step) const
{
    char name[32];
    std::snprintf(name, sizeof name, "step-%08lld", static_cast<long long>(step));
    return checkpoints() / name;
}

std::filesystem::path RunPaths::log(int rank) const
{
    return logs() / ("rank-" + std::to_string(rank) + ".log");
}

} // namespace anneal
