// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/rundata.h"

#include <mutex>

namespace anneal {

namespace {

SeriesPoint pointAt(const Series &series, std::size_t row, XAxis axis)
{
    const SeriesRows &rows = series.rows();
    return {row, rows.steps[row], rows.tokens[row], rows.wallMicros[row], rows.x(row, axis), series.value(row)};
}

} // namespace

void RunData::append(const RunSeries::Rows &rows)
{
    const std::unique_lock lock(m_mutex);
    m_series.append(rows);
    ++m_revision;
}

void RunData::clear()
{
    const std::unique_lock lock(m_mutex);
    m_series.clear();
    ++m_revision;
}

std::vector<std::string> RunData::names() const
{
    const std::shared_lock lock(m_mutex);
    return m_series.names();
}

std::int64_t RunData::lastStep() const
{
    const std::shared_lock lock(m_mutex);
    return m_series.lastStep();
}

std::int64_t RunData::lastWallMicros() const
{
    const std::shared_lock lock(m_mutex);
    return m_series.lastWallMicros();
}

std::uint64_t RunData::revision() const
{
    const std::shared_lock lock(m_mutex);
    return m_revision;
}

SeriesSource::SeriesSource(std::shared_ptr<const RunData> data, std::string name)
    : m_data(std::move(data))
    , m_name(std::move(name))
{
}

/// `read(series)` under the lock; `otherwise` when there is no such series or it is empty.
template <typename T, typename Read>
T SeriesSource::locked(T otherwise, Read read) const
{
    if (!m_data)
        return otherwise;
    const std::shared_lock lock(m_data->m_mutex);
    const Series *series = m_data->m_series.find(m_name);
    return series && series->size() > 0 ? read(*series) : otherwise;
}

std::size_t SeriesSource::size() const
{
    return locked(std::size_t{0}, [](const Series &series) { return series.size(); });
}

std::optional<SeriesPoint> SeriesSource::at(std::size_t row, XAxis axis) const
{
    return locked(std::optional<SeriesPoint>(), [&](const Series &series) -> std::optional<SeriesPoint> {
        if (row >= series.size())
            return std::nullopt;
        return pointAt(series, row, axis);
    });
}

std::optional<SeriesPoint> SeriesSource::last(XAxis axis) const
{
    return locked(std::optional<SeriesPoint>(), [&](const Series &series) -> std::optional<SeriesPoint> {
        return pointAt(series, series.size() - 1, axis);
    });
}

std::optional<SeriesPoint> SeriesSource::nearest(double x, XAxis axis) const
{
    return locked(std::optional<SeriesPoint>(), [&](const Series &series) -> std::optional<SeriesPoint> {
        return pointAt(series, series.nearestRow(x, axis), axis);
    });
}

DecimatedSeries SeriesSource::view(const ViewRequest &request) const
{
    DecimatedSeries nothing;
    nothing.minimum = 1;
    return locked(std::move(nothing), [&](const Series &series) { return series.view(request); });
}

std::vector<std::vector<PlotPoint>> SeriesSource::replaced(const ViewRequest &request) const
{
    if (!m_data)
        return {};
    const std::shared_lock lock(m_data->m_mutex);
    const Series *series = m_data->m_series.find(m_name);
    std::vector<std::vector<PlotPoint>> lines;
    for (const Series &part : m_data->m_series.replaced(m_name)) {
        // Relative time counts from the first row of the run, not of the part.
        const bool relative = request.axis == XAxis::RelativeTime && series && series->size() > 0;
        const double shift = relative
            ? static_cast<double>(part.rows().wallMicros.front() - series->rows().wallMicros.front()) * 1e-6
            : 0;
        ViewRequest shifted = request;
        shifted.smoothing = 0;
        shifted.xFrom -= shift;
        shifted.xTo -= shift;
        for (std::vector<PlotPoint> &piece : part.view(shifted).line) {
            for (PlotPoint &point : piece)
                point.x += shift;
            lines.push_back(std::move(piece));
        }
    }
    return lines;
}

std::vector<SeriesPoint> SeriesSource::points(XAxis axis) const
{
    return locked(std::vector<SeriesPoint>(), [&](const Series &series) {
        std::vector<SeriesPoint> all;
        all.reserve(series.size());
        for (std::size_t row = 0; row < series.size(); ++row)
            all.push_back(pointAt(series, row, axis));
        return all;
    });
}

} // namespace anneal
