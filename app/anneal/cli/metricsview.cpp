// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/metricsview.h"

namespace anneal {

MetricsView::MetricsView(const RunPaths &paths)
    : m_reader(paths.metrics())
{
}

Result<void> MetricsView::read()
{
    const auto batch = m_reader.poll();
    if (!batch)
        return tl::unexpected(batch.error());
    if (batch->restarted)
        m_series.clear();
    for (const MetricRows &rows : batch->rows)
        for (const MetricGroup &group : m_reader.groups())
            if (group.id == rows.group)
                append(rows, group);
    return {};
}

const LoggedSeries *MetricsView::find(const std::string &name) const
{
    const auto found = m_series.find(name);
    return found == m_series.end() || found->second.values.empty() ? nullptr : &found->second;
}

void MetricsView::append(const MetricRows &rows, const MetricGroup &group)
{
    const auto count = static_cast<std::ptrdiff_t>(rows.steps.size());
    for (std::size_t s = 0; s < group.series.size(); ++s) {
        LoggedSeries &series = m_series[group.series[s]];
        series.steps.insert(series.steps.end(), rows.steps.begin(), rows.steps.end());
        series.tokens.insert(series.tokens.end(), rows.tokens.begin(), rows.tokens.end());
        series.wallMicros.insert(series.wallMicros.end(), rows.wallMicros.begin(), rows.wallMicros.end());
        const auto first = rows.values.begin() + static_cast<std::ptrdiff_t>(s) * count;
        series.values.insert(series.values.end(), first, first + count);
    }
}

} // namespace anneal
