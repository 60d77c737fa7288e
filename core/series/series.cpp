// SPDX-License-Identifier: GPL-3.0-or-later
#include "series/series.h"

#include <algorithm>
#include <list>
#include <mutex>

#include "series/decimate.h"

namespace anneal {

namespace {

constexpr std::size_t kCachedChannels = 3; ///< smoothed and logarithmic ones that are in use or were a moment ago
constexpr double kMostSmoothing = 0.9999;

} // namespace

struct Series::Impl {
    std::shared_ptr<const SeriesRows> rows;
    std::vector<double> values;
    Channel raw{false, 0};
    std::mutex mutex; ///< of `others`, because views may come from several threads
    std::list<Channel> others;

    [[nodiscard]] const Channel &channel(bool logarithmic, double smoothing);
};

/// An append makes no work for channels that nobody looks at: they catch up here.
const Channel &Series::Impl::channel(bool logarithmic, double smoothing)
{
    if (!logarithmic && smoothing <= 0)
        return raw;
    const auto wanted = [&](const Channel &channel) {
        return channel.logarithmic() == logarithmic && channel.smoothing() == smoothing;
    };
    const auto found = std::find_if(others.begin(), others.end(), wanted);
    if (found != others.end())
        others.splice(others.begin(), others, found);
    else
        others.emplace_front(logarithmic, smoothing);
    if (others.size() > kCachedChannels)
        others.pop_back();
    others.front().extend(values);
    return others.front();
}

Series::Series(std::shared_ptr<const SeriesRows> rows)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->rows = std::move(rows);
}

Series::~Series() = default;
Series::Series(Series &&) noexcept = default;
Series &Series::operator=(Series &&) noexcept = default;

void Series::append(std::span<const double> values, std::size_t keepRows)
{
    std::vector<double> &all = m_impl->values;
    if (keepRows < all.size()) {
        m_impl->raw.truncate(all, keepRows);
        for (Channel &channel : m_impl->others)
            channel.truncate(all, keepRows);
        all.resize(keepRows);
    }
    all.insert(all.end(), values.begin(), values.end());
    m_impl->raw.extend(all);
}

std::size_t Series::size() const
{
    return m_impl->values.size();
}

double Series::value(std::size_t row) const
{
    return m_impl->values[row];
}

const SeriesRows &Series::rows() const
{
    return *m_impl->rows;
}

DecimatedSeries Series::view(const ViewRequest &request) const
{
    const std::lock_guard lock(m_impl->mutex);
    const Window window(*m_impl->rows, size(), request);
    const ChannelView raw{m_impl->channel(request.logY, 0), m_impl->values};
    const std::vector<Column> columns = columnsOf(window, raw);
    Summary inView;
    for (const Column &column : columns)
        inView.merge(column.summary);
    DecimatedSeries result;
    result.minimum = inView.hasFinite() ? raw.values[inView.minimumRow] : inView.minimum;
    result.maximum = inView.hasFinite() ? raw.values[inView.maximumRow] : inView.maximum;
    result.line = drawLine(window, raw, columns);
    drawBand(window, raw, columns, result);
    if (inView.hasNonFinite())
        result.marks = drawMarks(window, raw, columns);
    if (request.smoothing > 0) {
        const double smoothing = std::min(request.smoothing, kMostSmoothing);
        const ChannelView smooth{m_impl->channel(request.logY, smoothing), m_impl->values};
        const bool byColumn = window.hasMoreRowsThanPixels();
        result.smooth = drawLine(window, smooth, byColumn ? columnsOf(window, smooth) : std::vector<Column>());
    }
    return result;
}

std::size_t Series::nearestRow(double x, XAxis axis) const
{
    const auto at = [&](std::size_t row) { return rows().x(row, axis); };
    std::size_t from = 0;
    std::size_t to = size();
    while (from < to) {
        const std::size_t middle = from + (to - from) / 2;
        if (at(middle) < x)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == size() && from > 0)
        return from - 1;
    return from > 0 && x - at(from - 1) <= at(from) - x ? from - 1 : from;
}

} // namespace anneal
