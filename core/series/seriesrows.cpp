// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/series.h"

namespace anneal {

double SeriesRows::x(std::size_t row, XAxis axis) const
{
    constexpr double kMicro = 1e-6;
    switch (axis) {
    case XAxis::Step:
        return static_cast<double>(steps[row]);
    case XAxis::Tokens:
        return static_cast<double>(tokens[row]);
    case XAxis::WallTime:
        return static_cast<double>(wallMicros[row]) * kMicro;
    case XAxis::RelativeTime:
        return static_cast<double>(wallMicros[row] - wallMicros.front()) * kMicro;
    }
    return 0;
}

} // namespace anneal
