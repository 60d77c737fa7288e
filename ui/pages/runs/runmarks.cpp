// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runmarks.h"

#include <algorithm>
#include <optional>

#include <QCoreApplication>

#include "config/schedule.h"
#include "models/eventsmodel.h"
#include "pages/runs/livevalues.h"
#include "run/changes.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kPlanPoints = 200;

/// Share of the peak that the update with this number is done at; the first is number 1.
double factorOf(const Config &config, std::int64_t update)
{
    return scheduleFactor(config.schedule, static_cast<double>(std::max<std::int64_t>(0, update - 1)));
}

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
            points.push_back({static_cast<double>(step), peak * factorOf(config, step)});
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

namespace {

/// The straight line to 0 that a person asked for, from the rate `peak` gives there.
std::optional<PlanLine> finalFall(const RunSnapshot &snapshot, double peak, int slot)
{
    const auto fall = lastLiveChange(snapshot, kFinalDecayKey);
    if (!fall)
        return {};
    const auto from = static_cast<double>(fall->step);
    const double rate = peak * factorOf(snapshot.record->config, fall->step);
    return PlanLine{QCoreApplication::translate("RunMarks", "final decay"), {{from, rate}, {from + fall->value, 0}}, slot,
                    Qt::DashLine};
}

} // namespace

std::vector<PlanLine> ratePlans(const RunSnapshot &snapshot, int slot)
{
    const Config &config = snapshot.record->config;
    if (config.schedule.time_budget_minutes > 0)
        return {}; // nobody knows at which step the time is over
    const auto change = lastLiveChange(snapshot, kRateKey);
    const double factor = change ? factorOf(config, change->step) : 0;
    const double peak = !change ? config.optimizer.lr : factor > 0 ? change->value / factor : change->value;
    const auto fall = finalFall(snapshot, peak, slot);
    const bool isPast = change || fall;
    std::vector<PlanLine> plans{{isPast ? QCoreApplication::translate("RunMarks", "before the change")
                                        : QCoreApplication::translate("RunMarks", "planned"),
                                 plannedPoints(config, 0, config.optimizer.lr), 0, isPast ? Qt::DotLine : Qt::DashLine}};
    if (fall)
        plans.push_back(*fall);
    else if (change)
        plans.push_back({QCoreApplication::translate("RunMarks", "planned"), plannedPoints(config, change->step, peak),
                         slot, Qt::DashLine});
    return plans;
}

} // namespace anneal
