// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/channel.h"

#include <algorithm>

namespace anneal {

namespace {

constexpr std::size_t kFanOut = 8; ///< buckets of one level in a bucket of the next

constexpr std::size_t rowsOfLevel(std::size_t level)
{
    std::size_t rows = kBucketRows;
    while (level-- > 0)
        rows *= kFanOut;
    return rows;
}

std::size_t bucketCount(std::size_t parts, std::size_t size)
{
    return (parts + size - 1) / size;
}

} // namespace

void Summary::add(double value, std::size_t row)
{
    if (!std::isfinite(value)) {
        ++nonFinite[static_cast<std::size_t>(nonFiniteKind(value))];
        return;
    }
    if (value < minimum) {
        minimum = value;
        minimumRow = static_cast<std::uint32_t>(row);
    }
    if (value > maximum) {
        maximum = value;
        maximumRow = static_cast<std::uint32_t>(row);
    }
}

void Summary::merge(const Summary &later)
{
    for (std::size_t kind = 0; kind < nonFinite.size(); ++kind)
        nonFinite[kind] += later.nonFinite[kind];
    if (later.minimum < minimum) {
        minimum = later.minimum;
        minimumRow = later.minimumRow;
    }
    if (later.maximum > maximum) {
        maximum = later.maximum;
        maximumRow = later.maximumRow;
    }
}

Channel::Channel(bool logarithmic, double smoothing)
    : m_logarithmic(logarithmic)
    , m_smoothing(smoothing)
{
}

double Channel::scaled(double value) const
{
    if (!m_logarithmic || std::isnan(value))
        return value;
    return value > 0 ? std::log(value) : -std::numeric_limits<double>::infinity();
}

double Channel::display(double raw, double inChannel) const
{
    if (m_smoothing <= 0)
        return raw;
    return m_logarithmic ? std::exp(inChannel) : inChannel;
}

void Channel::extend(std::span<const double> values)
{
    std::vector<Summary> &buckets = m_levels.front();
    const std::size_t firstChanged = m_size / kBucketRows;
    buckets.resize(bucketCount(values.size(), kBucketRows));
    for (std::size_t row = m_size; row < values.size(); ++row) {
        double value = scaled(values[row]);
        if (m_smoothing > 0) {
            if (row % kBucketRows == 0)
                m_starts.push_back(m_smoother);
            value = m_smoother.next(value, m_smoothing);
        }
        buckets[row / kBucketRows].add(value, row);
    }
    m_size = values.size();
    updateUpperLevels(firstChanged);
}

void Channel::truncate(std::span<const double> values, std::size_t rows)
{
    if (rows >= m_size)
        return;
    // The cut bucket is taken in again from its start.
    const std::size_t buckets = rows / kBucketRows;
    m_size = buckets * kBucketRows;
    if (m_smoothing > 0) {
        m_smoother = m_starts[buckets];
        m_starts.resize(buckets);
    }
    m_levels.resize(1);
    m_levels.front().resize(buckets);
    updateUpperLevels(0);
    extend(values.first(rows));
}

void Channel::updateUpperLevels(std::size_t firstBucket)
{
    for (std::size_t level = 0; m_levels[level].size() > kFanOut; ++level) {
        if (level + 1 == m_levels.size()) {
            m_levels.emplace_back();
            firstBucket = 0;
        }
        const std::vector<Summary> &lower = m_levels[level];
        std::vector<Summary> &upper = m_levels[level + 1];
        firstBucket /= kFanOut;
        upper.resize(bucketCount(lower.size(), kFanOut));
        for (std::size_t bucket = firstBucket; bucket < upper.size(); ++bucket) {
            upper[bucket] = {};
            const std::size_t end = std::min((bucket + 1) * kFanOut, lower.size());
            for (std::size_t part = bucket * kFanOut; part < end; ++part)
                upper[bucket].merge(lower[part]);
        }
    }
}

Summary Channel::summary(std::span<const double> values, std::size_t from, std::size_t to) const
{
    Summary total;
    for (std::size_t row = from; row < to;) {
        if (row % kBucketRows != 0 || row + kBucketRows > to) {
            const std::size_t end = std::min(to, (row / kBucketRows + 1) * kBucketRows);
            visit(values, row, end, [&total](std::size_t at, double value) { total.add(value, at); });
            row = end;
            continue;
        }
        std::size_t level = 0;
        const auto fits = [&](std::size_t span) { return row % span == 0 && row + span <= to; };
        while (level + 1 < m_levels.size() && fits(rowsOfLevel(level + 1)))
            ++level;
        total.merge(m_levels[level][row / rowsOfLevel(level)]);
        row += rowsOfLevel(level);
    }
    return total;
}

} // namespace anneal
