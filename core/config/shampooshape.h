// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace anneal {

/// The shape that Shampoo sees: neighbouring dimensions are one, from the last on, as long as they are not larger than
/// `largest` together.
[[nodiscard]] std::vector<std::int64_t> mergedShape(const std::vector<std::int64_t> &shape, std::int64_t largest);

/// Shapes of the blocks that a tensor of that shape is cut into, none larger than `largest` in any dimension, in the
/// order of cutting one dimension after another.
[[nodiscard]] std::vector<std::vector<std::int64_t>> blockShapes(const std::vector<std::int64_t> &merged,
                                                                 std::int64_t largest);

} // namespace anneal
