// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "series/series.h"

namespace anneal {

inline constexpr std::size_t kBucketRows = 64;

/// Extremes of a stretch of rows and how many of them are not finite.
struct Summary {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    std::uint32_t minimumRow = 0;
    std::uint32_t maximumRow = 0;
    std::array<std::uint32_t, 3> nonFinite{}; ///< by NonFinite

    [[nodiscard]] bool hasFinite() const { return minimum <= maximum; }
    [[nodiscard]] bool hasNonFinite() const { return nonFinite[0] + nonFinite[1] + nonFinite[2] > 0; }
    void add(double value, std::size_t row);
    void merge(const Summary &later);
};

[[nodiscard]] inline NonFinite nonFiniteKind(double value)
{
    if (std::isnan(value))
        return NonFinite::NaN;
    return value > 0 ? NonFinite::PlusInfinity : NonFinite::MinusInfinity;
}

/// One way to look at a series: linear or logarithmic, raw or smoothed. Keeps no values but a pyramid of summaries over
/// buckets of 64, 512, 4096 … rows and the smoother's state at the start of each bucket, from which any row is found
/// again.
class Channel
{
public:
    Channel(bool logarithmic, double smoothing);

    [[nodiscard]] bool logarithmic() const { return m_logarithmic; }
    [[nodiscard]] double smoothing() const { return m_smoothing; }
    [[nodiscard]] std::size_t size() const { return m_size; }

    /// Takes in the rows of `values` that are new.
    void extend(std::span<const double> values);
    void truncate(std::span<const double> values, std::size_t rows);

    [[nodiscard]] Summary summary(std::span<const double> values, std::size_t from, std::size_t to) const;
    /// A logarithmic channel takes what is not positive for −∞.
    [[nodiscard]] double scaled(double value) const;
    /// What a chart shows at a row whose value in this channel is `inChannel`.
    [[nodiscard]] double display(double raw, double inChannel) const;

    /// Calls use(row, value in this channel) for every row of the range.
    template <typename Use>
    void visit(std::span<const double> values, std::size_t from, std::size_t to, Use use) const
    {
        if (m_smoothing <= 0) {
            for (std::size_t row = from; row < to; ++row)
                use(row, scaled(values[row]));
            return;
        }
        std::size_t row = from - from % kBucketRows;
        Smoother smoother = row / kBucketRows < m_starts.size() ? m_starts[row / kBucketRows] : m_smoother;
        for (; row < to; ++row)
            if (const double smooth = smoother.next(scaled(values[row]), m_smoothing); row >= from)
                use(row, smooth);
    }

private:
    /// Debiased exponential moving mean, written so that a constant stays exactly constant.
    struct Smoother {
        double mean = 0;
        double bias = 1; ///< smoothing to the power of the values so far

        double next(double value, double smoothing)
        {
            if (!std::isfinite(value))
                return value;
            bias *= smoothing;
            const double weight = (1 - smoothing) / (1 - bias);
            const double moved = mean + weight * (value - mean);
            mean = std::isfinite(moved) ? moved : mean * (1 - weight) + value * weight;
            return mean;
        }
    };

    void updateUpperLevels(std::size_t firstBucket);

    bool m_logarithmic;
    double m_smoothing;
    std::size_t m_size = 0;
    Smoother m_smoother; ///< after the last row
    std::vector<Smoother> m_starts; ///< before the first row of each bucket; empty without smoothing
    std::vector<std::vector<Summary>> m_levels = std::vector<std::vector<Summary>>(1);
};

} // namespace anneal
