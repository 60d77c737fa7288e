// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QFutureWatcher>
#include <QObject>

#include "charts/rundata.h"

namespace anneal {

/// What a chart wants calculated: one view per source.
struct ViewJob {
    std::vector<SeriesSource> sources;
    std::vector<ViewRequest> requests;
    XAxis axis = XAxis::Step;
    bool logY = false;
    bool robust = false; ///< also the 1st and 99.5th percentile of all visible values
    bool replaced = false; ///< also what a resume or roll-back took out
};

struct ViewOutcome {
    std::vector<DecimatedSeries> views;
    std::vector<std::vector<std::vector<PlotPoint>>> replaced; ///< lines by source; empty when not asked for
    XAxis axis = XAxis::Step;
    bool logY = false;
    std::optional<PlotPoint> robustY; ///< x = low, y = high
    std::int64_t outside = 0; ///< values beyond them
};

[[nodiscard]] ViewOutcome calculate(const ViewJob &job);

/// Calculates views off the window's thread. While one is under way only the newest further request is kept.
class ViewWorker : public QObject
{
    Q_OBJECT

public:
    explicit ViewWorker(QObject *parent = nullptr);
    void request(ViewJob job);

Q_SIGNALS:
    void ready(std::shared_ptr<const ViewOutcome> outcome);

private:
    void start(ViewJob job);
    void finish();

    QFutureWatcher<std::shared_ptr<const ViewOutcome>> m_watcher;
    std::optional<ViewJob> m_next;
    bool m_underway = false;
};

} // namespace anneal
