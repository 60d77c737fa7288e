// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "charts/chartgroup.h"

namespace anneal {

struct Tick {
    double position = 0; ///< in the units of the data
    QString label; ///< empty = a line without a word
};

/// Round positions (1, 2, 2.5, 5 × 10ⁿ), at most about `most` of them. `scale` turns data into the unit of the labels.
[[nodiscard]] std::vector<Tick> linearTicks(double from, double to, int most, double scale = 1);
/// Decades; within less than two decades, round positions between them.
[[nodiscard]] std::vector<Tick> logTicks(double from, double to, int most);
/// Ticks of an x axis; the last label carries the unit ("100 k steps"). Times are seconds.
[[nodiscard]] std::vector<Tick> axisTicks(XAxis axis, XRange range, int most);
/// The next larger round step of a clock: 1, 2, 5, 10, 15, 30 s/min, 1, 2, 3, 6, 12 h, 1, 2, 7 d …
[[nodiscard]] double niceSeconds(double seconds);

} // namespace anneal
