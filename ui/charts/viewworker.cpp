// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/viewworker.h"

#include <algorithm>
#include <cmath>

#include <QtConcurrent>

namespace anneal {

namespace {

constexpr double kLowQuantile = 0.01;
constexpr double kHighQuantile = 0.995;

std::vector<double> visibleValues(const ViewJob &job)
{
    std::vector<double> values;
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
        const ViewRequest &request = job.requests[i];
        const bool all = request.xFrom >= request.xTo;
        for (const SeriesPoint &point : job.sources[i].points(request.axis)) {
            const bool drawn = std::isfinite(point.value) && (!request.logY || point.value > 0);
            if (drawn && (all || (point.x >= request.xFrom && point.x <= request.xTo)))
                values.push_back(point.value);
        }
    }
    return values;
}

double quantile(std::vector<double> &values, double share)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

void addRobustRange(ViewOutcome &outcome, const ViewJob &job)
{
    std::vector<double> values = visibleValues(job);
    if (values.empty())
        return;
    const double low = quantile(values, kLowQuantile);
    const double high = quantile(values, kHighQuantile);
    outcome.robustY = PlotPoint{low, high};
    outcome.outside = std::count_if(values.begin(), values.end(), [=](double v) { return v < low || v > high; });
}

} // namespace

ViewOutcome calculate(const ViewJob &job)
{
    ViewOutcome outcome;
    outcome.axis = job.axis;
    outcome.logY = job.logY;
    for (std::size_t i = 0; i < job.sources.size(); ++i)
        outcome.views.push_back(job.sources[i].view(job.requests[i]));
    for (std::size_t i = 0; job.replaced && i < job.sources.size(); ++i)
        outcome.replaced.push_back(job.sources[i].replaced(job.requests[i]));
    if (job.robust)
        addRobustRange(outcome, job);
    return outcome;
}

ViewWorker::ViewWorker(QObject *parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &ViewWorker::finish);
}

void ViewWorker::request(ViewJob job)
{
    if (m_underway)
        m_next = std::move(job);
    else
        start(std::move(job));
}

void ViewWorker::start(ViewJob job)
{
    m_underway = true;
    m_watcher.setFuture(QtConcurrent::run([job = std::move(job)]() -> std::shared_ptr<const ViewOutcome> {
        return std::make_shared<const ViewOutcome>(calculate(job));
    }));
}

void ViewWorker::finish()
{
    m_underway = false;
    const std::shared_ptr<const ViewOutcome> outcome = m_watcher.result();
    if (std::optional<ViewJob> next = std::exchange(m_next, std::nullopt))
        start(std::move(*next)); // the result below is shown meanwhile: a busy worker must not freeze the chart
    Q_EMIT ready(outcome);
}

} // namespace anneal
