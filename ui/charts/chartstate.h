// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>

#include "charts/chartcard.h"
#include "charts/chartcontent.h"
#include "charts/viewworker.h"

class QToolButton;

namespace anneal {

/// What a ChartCard remembers; shared by the files that make it up.
struct ChartCard::State {
    QPointer<ChartGroup> group;
    ChartView *view = nullptr;
    ChartLegend *legend = nullptr;
    QToolButton *menu = nullptr;
    ViewWorker *worker = nullptr;

    std::vector<ChartLine> lines;
    std::vector<DecimatedSeries> views; ///< one per line, or none yet
    std::vector<std::vector<std::vector<PlotPoint>>> replaced; ///< one per line, or none
    std::optional<PlotPoint> robustY;
    std::int64_t outside = 0;
    XAxis viewsAxis = XAxis::Step;
    bool viewsLog = false;

    std::vector<ReferenceLine> references;
    std::vector<PlanLine> plans;
    QSet<QString> hidden;
    QString unit;
    QString emptyText;
    QString highlighted;
    QString configId;
    ValueFormat format = ValueFormat::Norm;
    std::optional<bool> logY;
    bool ignoreOutliers = false;
    bool letters = false;
    bool endLabels = false;
    bool removable = false;
    bool dirty = true; ///< waits to be seen

    [[nodiscard]] bool log() const { return logY.value_or(group && group->logY()); }
    [[nodiscard]] ChartContent content() const;
    [[nodiscard]] ViewJob job() const;
};

} // namespace anneal
