// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runmarks.h"

#include <algorithm>

#include <QCoreApplication>

#include "config/schedule.h"
#include "models/eventsmodel.h"
#include "pages/runs/livevalues.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kPlanPoints = 200;

std::vector<PlotPoint> plannedPoints(const Config &config, std::int64_t from, double peak)
{
    const std::int64_t total = config.schedule.total_steps;
    std::vector<std::int64_t> steps{from, config.schedule.warmup_steps, decayStartStep(config.schedule)};
    for (int i = 1; i <= kPlanPoints; ++i)
        steps.push_back(from + (total - from) * i / kPlanPoints);
    std::sort(steps.begin(), steps.end());
    std::vector<PlotPoint> points;
    for (const std::int64_t step : steps)
        if (step >= from && step <= total)
            points.push_back({static_cast<double>(step), peak * scheduleFactor(config.schedule, static_cast<double>(step))});
    return points;
}

bool isMarked(const Event &event, const RunSnapshot &snapshot)
{
    if (!event.step)
        return false;
    const auto startsThere = [&](const Event &other) {
        return (other.kind == "start" || other.kind == "resume") && other.step == event.step;
    };
    if (event.kind == "alert") // remarks at a start are no events of the training
        return std::none_of(snapshot.events->begin(), snapshot.events->end(), startsThere);
    // Of checkpoints those that can still be used: a run saves hundreds.
    const auto isItsFolder = [&](const CheckpointInfo &info) { return info.step == *event.step; };
    return event.kind != "checkpoint"
        || std::any_of(snapshot.checkpoints->begin(), snapshot.checkpoints->end(), isItsFolder);
}

} // namespace

std::vector<EventMark> runMarks(const RunSnapshot &snapshot, const std::function<double(std::int64_t)> &xOfStep)
{
    std::vector<EventMark> marks;
    const auto add = [&](const QString &id, std::int64_t step, const QString &letter, const std::string &text) {
        if (!letter.isEmpty())
            marks.push_back({id, step, xOfStep(step), letter.front(), qstr(text)});
    };
    const std::vector<Event> &events = *snapshot.events;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (isMarked(events[i], snapshot))
            add(QStringLiteral("event:%1").arg(i), *events[i].step, eventLetter(events[i].kind), events[i].text);
    for (const Note &note : snapshot.annotations->notes)
        if (note.step)
            add(QStringLiteral("note:") + qstr(note.id), *note.step, QStringLiteral("N"), note.text);
    return marks;
}

std::vector<PlanLine> ratePlans(const RunSnapshot &snapshot, int slot)
{
    const Config &config = snapshot.record->config;
    const auto change = lastLiveChange(snapshot, kRateKey);
    const QString planned = QCoreApplication::translate("RunMarks", "planned");
    if (!change)
        return {{planned, plannedPoints(config, 0, config.optimizer.lr), 0, Qt::DashLine}};
    const double factor = scheduleFactor(config.schedule, static_cast<double>(change->step));
    const double peak = factor > 0 ? change->value / factor : change->value;
    return {{QCoreApplication::translate("RunMarks", "before the change"),
             plannedPoints(config, 0, config.optimizer.lr), 0, Qt::DotLine},
            {planned, plannedPoints(config, change->step, peak), slot, Qt::DashLine}};
}

} // namespace anneal
