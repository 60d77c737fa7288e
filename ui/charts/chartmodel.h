// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "charts/rundata.h"
#include "style/tokens.h"

namespace anneal {

/// A line of a chart: what it is called, how it looks, where its points come from.
struct ChartLine {
    QString key; ///< stable: visibility is kept by it
    QString name; ///< legend
    int slot = 1; ///< run palette, 1 – 12
    Qt::PenStyle pen = Qt::SolidLine;
    bool dots = false; ///< few points (validation): a dot on each, no smoothing
    bool smooth = true;
    SeriesSource source;
};

/// A letter box on the top chart and a dashed line on all charts of a page.
struct EventMark {
    QString id; ///< what markActivated hands back
    std::int64_t step = 0;
    double x = 0; ///< in the group's axis; the owner refreshes it when the axis changes
    QChar letter =
        u'S'; ///< S start/resume, L live change, R roll-back, C checkpoint, N note, E evaluation set change, P pause
    QString text; ///< tooltip: "Learning rate 4.0e-4 → 1.33e-4"
    [[nodiscard]] Tone tone() const;
};

/// A horizontal dashed line with a word at its right end: "clip 1.0".
struct ReferenceLine {
    QString label;
    double y = 0;
    Tone tone = Tone::Warn;
};

/// A line that was computed, not measured: the learning-rate plan. Dashed, thin, never smoothed.
struct PlanLine {
    QString label;
    std::vector<PlotPoint> points;
    int slot = 1; ///< 0 = muted
    Qt::PenStyle pen = Qt::DashLine;
};

/// How the numbers of a chart are written.
enum class ValueFormat { Loss, Rate, Norm, Count, Memory, Percent };
[[nodiscard]] QString valueText(double value, ValueFormat format);

} // namespace anneal
