// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/shampooshape.h"

#include <algorithm>

namespace anneal {

std::vector<std::int64_t> mergedShape(const std::vector<std::int64_t> &shape, std::int64_t largest)
{
    std::vector<std::int64_t> merged; // last dimension first
    for (auto size = shape.rbegin(); size != shape.rend(); ++size) {
        if (*size == 1)
            continue;
        if (!merged.empty() && merged.back() * *size <= largest)
            merged.back() *= *size;
        else
            merged.push_back(*size);
    }
    if (merged.empty())
        merged.push_back(1);
    std::reverse(merged.begin(), merged.end());
    return merged;
}

std::vector<std::vector<std::int64_t>> blockShapes(const std::vector<std::int64_t> &merged, std::int64_t largest)
{
    std::vector<std::vector<std::int64_t>> blocks{{}};
    for (const std::int64_t size : merged) {
        std::vector<std::vector<std::int64_t>> cut;
        for (const std::vector<std::int64_t> &block : blocks)
            for (std::int64_t begin = 0; begin < size; begin += largest) {
                cut.push_back(block);
                cut.back().push_back(std::min(largest, size - begin));
            }
        blocks = std::move(cut);
    }
    return blocks;
}

} // namespace anneal
