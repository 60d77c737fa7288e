// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "base/result.h"

namespace anneal {

inline constexpr std::size_t kFewestPcaRows = 3; ///< two points always lie on a line

/// Rows seen along the two directions in which they differ most.
struct Pca {
    std::vector<std::array<double, 2>> points; ///< one for each row, around (0, 0)
    std::array<double, 2> share{}; ///< of all variance, 0 – 1, by axis; both 0 when all rows are the same
};

/// Principal components of `rows` [n, width], each centred on its column's mean. The same rows give the same numbers:
/// the sign of an axis is that of its largest loading, made positive. Data error when there are fewer than three rows,
/// their widths differ or a number is not finite. About n · width · min(n, width) operations; call it in a worker.
[[nodiscard]] Result<Pca> principalPlane(const std::vector<std::vector<double>> &rows);

} // namespace anneal
