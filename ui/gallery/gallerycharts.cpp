// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <random>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "charts/chartcard.h"
#include "charts/charttoolbar.h"
#include "gallery/gallerypages.h"
#include "style/look.h"
#include "widgets/dashboardgrid.h"

namespace anneal {

namespace {

constexpr std::int64_t kSteps = 61240;
constexpr std::int64_t kPlanned = 100000;
constexpr std::int64_t kStride = 4;
constexpr std::int64_t kTokensPerStep = 65536;
constexpr std::int64_t kLiveChange = 42000;

double plannedRate(double step)
{
    if (step < 2000)
        return 4e-4 * step / 2000;
    const double peak = step < kLiveChange ? 4e-4 : 1.33e-4;
    return step < 85000 ? peak : peak * (kPlanned - step) / 15000;
}

/// Curves like those of a real run: falling loss, spikes, one non-finite gradient.
std::shared_ptr<RunData> makeTraining()
{
    const std::vector<std::string> names{"train/loss",       "train/lr",           "train/grad_norm",
                                         "train/param_norm", "train/update_ratio", "train/tokens_per_second"};
    std::mt19937 random(7);
    std::normal_distribution<double> noise;
    std::vector<std::int64_t> steps;
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> wall;
    std::vector<std::vector<double>> columns(names.size());
    for (std::int64_t step = 1; step <= kSteps; step += kStride) {
        const double x = static_cast<double>(step);
        const bool broken = step / kStride == 31180 / kStride;
        steps.push_back(step);
        tokens.push_back(step * kTokensPerStep);
        wall.push_back(1'764'500'000'000'000 + step * 160'000);
        columns[0].push_back(2.41 + 0.5 * std::exp(-x / 8000) + 0.02 * noise(random));
        columns[1].push_back(plannedRate(x));
        columns[2].push_back(broken ? std::numeric_limits<double>::infinity()
                                    : (0.3 + 2 * std::exp(-x / 1500)) * std::exp(0.12 * noise(random)));
        columns[3].push_back(200 - 82 * std::exp(-x / 22000));
        columns[4].push_back(2.4e-3 * plannedRate(x) / 4e-4 * std::exp(0.1 * noise(random)));
        columns[5].push_back(step % 2400 < kStride ? 318000 : 410000 + 3000 * noise(random));
    }
    std::vector<double> values;
    for (const auto &column : columns)
        values.insert(values.end(), column.begin(), column.end());
    auto data = std::make_shared<RunData>();
    data->append({names, steps, tokens, wall, values});

    const std::vector<std::string> validation{"validation/loss"};
    steps.clear(), tokens.clear(), wall.clear(), values.clear();
    for (std::int64_t step = 2000; step <= kSteps; step += 2000) {
        steps.push_back(step);
        tokens.push_back(step * kTokensPerStep);
        wall.push_back(1'764'500'000'000'000 + step * 160'000);
        values.push_back(2.42 + 0.52 * std::exp(-static_cast<double>(step) / 8000));
    }
    data->append({validation, steps, tokens, wall, values});
    return data;
}

ChartLine line(const std::shared_ptr<RunData> &data, const char *series, const char *name, int slot)
{
    ChartLine line;
    line.key = QLatin1String(series);
    line.name = QLatin1String(name);
    line.slot = slot;
    line.source = SeriesSource(data, series);
    return line;
}

std::vector<EventMark> makeMarks()
{
    const auto mark = [](std::int64_t step, QChar letter, const QString &text) {
        return EventMark{QString(letter), step, static_cast<double>(step), letter, text};
    };
    return {mark(12400, u'N', QStringLiteral("Long proteins lag behind")),
            mark(31180, u'R', QStringLiteral("Non-finite gradient; rolled back to 31,000")),
            mark(kLiveChange, u'L', QStringLiteral("Learning rate 4.0e-4 → 1.33e-4")),
            mark(50000, u'C', QStringLiteral("Checkpoint")),
            mark(50200, u'E', QStringLiteral("Evaluation set changed"))};
}

std::vector<PlotPoint> planPoints()
{
    return {{static_cast<double>(kSteps), plannedRate(kSteps)}, {85000, plannedRate(84999)}, {kPlanned, 0}};
}

} // namespace

QWidget *makeGalleryCharts()
{
    auto *page = new QWidget;
    auto *group = new ChartGroup(page);
    group->setSmoothing(0.93);
    group->setExtent({1, kSteps}, kPlanned);
    group->setMarks(makeMarks());
    const auto data = makeTraining();
    auto *grid = new DashboardGrid(page);
    const auto card = [&](const char *title, const char *name, const char *unit, ValueFormat format, int span = 1) {
        auto *chart =
            new ChartCard(QLatin1String(title), QStringLiteral("gallery.charts.") + QLatin1String(name), group);
        chart->setUnit(QString::fromUtf8(unit));
        chart->setFormat(format);
        grid->addCard(chart, span);
        return chart;
    };
    ChartCard *loss = card("Loss", "loss", "nats per target", ValueFormat::Loss, 2);
    ChartLine validation = line(data, "validation/loss", "Validation", 2);
    validation.dots = true;
    loss->setShowLetters(true);
    loss->setLines({line(data, "train/loss", "Train", 1), validation});
    ChartCard *rate = card("Learning rate", "lr", "", ValueFormat::Rate);
    ChartLine rateLine = line(data, "train/lr", "Learning rate", 1);
    rateLine.smooth = false;
    rate->setShowLetters(true);
    rate->setPlans({{QStringLiteral("planned"), planPoints(), 1, Qt::DashLine}});
    rate->setLines({rateLine});
    ChartCard *norm = card("Gradient norm", "gradNorm", "before clip", ValueFormat::Norm);
    norm->setLogY(true);
    norm->setReferences({{QStringLiteral("clip 1.0"), 1.0, Tone::Warn}});
    norm->setLines({line(data, "train/grad_norm", "Gradient norm", 1)});
    card("Parameter norm", "paramNorm", "", ValueFormat::Norm)
        ->setLines({line(data, "train/param_norm", "Parameter norm", 1)});
    ChartCard *ratio = card("Update ratio", "updateRatio", "‖Δw‖ / ‖w‖", ValueFormat::Rate);
    ratio->setLogY(true);
    ratio->setReferences({{QStringLiteral("rule of thumb 1e-3"), 1e-3, Tone::Ok}});
    ratio->setLines({line(data, "train/update_ratio", "Update ratio", 1)});
    card("Throughput", "speed", "tokens/s", ValueFormat::Count)
        ->setLines({line(data, "train/tokens_per_second", "Throughput", 1)});
    ChartCard *empty = card("Memory", "memory", "GiB", ValueFormat::Memory);
    empty->setEmptyText(QObject::tr("No memory reading yet. First one at step 500."));
    empty->setLines({line(data, "gpu/memory", "In use", 1)});

    auto *tools = new ChartToolBar(group, QStringLiteral("gallery.charts"), page);
    tools->tail()->addWidget(makeLabel(QObject::tr("Updated 0.4 s ago"), TextRole::Secondary));
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(12, 8, 12, 12);
    column->addWidget(tools);
    auto *scroll = new QScrollArea(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(grid);
    column->addWidget(scroll, 1);
    return page;
}

} // namespace anneal
