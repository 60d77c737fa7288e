// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

#include <QSignalSpy>
#include <QTest>

#include "charts/chartcard.h"
#include "charts/chartview.h"
#include "style/theme.h"

namespace anneal::test {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One series whose row n has step n + 1.
inline std::shared_ptr<RunData> makeData(const std::vector<double> &values, const std::string &name = "loss")
{
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> wall;
    for (std::size_t i = 0; i < values.size(); ++i) {
        steps.push_back(static_cast<std::int64_t>(i) + 1);
        tokens.push_back((static_cast<std::int64_t>(i) + 1) * 1000);
        wall.push_back(1'764'500'000'000'000 + static_cast<std::int64_t>(i) * 1'000'000);
    }
    auto data = std::make_shared<RunData>();
    const std::vector<std::string> names{name};
    data->append({names, steps, tokens, wall, values});
    return data;
}

inline ChartLine makeLine(const std::shared_ptr<RunData> &data, const QString &key = QStringLiteral("loss"),
                          int slot = 1)
{
    ChartLine line;
    line.key = key;
    line.name = key;
    line.slot = slot;
    line.source = SeriesSource(data, "loss");
    return line;
}

inline std::vector<double> falling(std::size_t count)
{
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = 2.0 + std::exp(-static_cast<double>(i) / static_cast<double>(count) * 5);
    return values;
}

/// A card of one falling line on the screen.
struct Shown {
    ChartGroup group;
    ChartCard card{QStringLiteral("Loss"), QStringLiteral("test.loss"), &group};
    QSignalSpy refreshed{&card, &ChartCard::refreshed};

    explicit Shown(const std::vector<double> &values, double smoothing = 0.6)
    {
        group.setSmoothing(smoothing);
        group.setExtent({1, static_cast<double>(values.size())}, 0);
        card.setLines({makeLine(makeData(values))});
        card.resize(800, 320);
        card.show();
    }
    [[nodiscard]] ChartView *plot() const { return card.findChild<ChartView *>(); }
    bool settle()
    {
        refreshed.clear();
        card.refresh();
        return refreshed.wait();
    }
    [[nodiscard]] const DecimatedSeries &view() const { return plot()->content().lines.front().view; }
};

inline double largest(const DecimatedSeries &view)
{
    double best = -kInfinity;
    for (const auto &piece : view.line) {
        for (const PlotPoint &point : piece)
            best = std::max(best, point.y);
    }
    return best;
}

} // namespace anneal::test
