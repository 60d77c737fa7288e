// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "series/series.h"

namespace anneal::test {

inline const double kNaN = std::nan("");
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Steps and times with uneven gaps, so that pixel columns hold different numbers of rows.
inline std::shared_ptr<SeriesRows> unevenRows(std::size_t count, unsigned seed = 1)
{
    std::mt19937 random(seed);
    auto rows = std::make_shared<SeriesRows>();
    std::int64_t step = 0;
    std::int64_t time = 1'764'511'371'000'000;
    for (std::size_t row = 0; row < count; ++row) {
        step += 1 + (random() % 16 == 0 ? random() % 400 : 0);
        time += 1000 + random() % 100'000;
        rows->steps.push_back(step);
        rows->tokens.push_back(step * 8192 - random() % 4096);
        rows->wallMicros.push_back(time);
    }
    return rows;
}

/// Noise with spikes; with `gaps`, also NaN, infinities and values that have no logarithm.
inline std::vector<double> noise(std::size_t count, bool gaps, unsigned seed = 2)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(2.5, 0.3);
    std::vector<double> values(count);
    for (double &value : values) {
        value = normal(random);
        const auto dice = random() % 1000;
        if (dice < 3)
            value *= 50;
        if (gaps && dice >= 990)
            value = dice < 993 ? kNaN : dice < 995 ? kInfinity : dice < 997 ? -kInfinity : dice == 997 ? 0 : -1;
    }
    return values;
}

inline Series makeSeries(std::shared_ptr<SeriesRows> rows, const std::vector<double> &values)
{
    Series series(std::move(rows));
    series.append(values, 0);
    return series;
}

} // namespace anneal::test
