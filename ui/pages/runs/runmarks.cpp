// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runmarks.h"

#include "config/schedule.h"
#include "models/eventsmodel.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kPlanPoints = 200;

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
        if (events[i].step)
            add(QStringLiteral("event:%1").arg(i), *events[i].step, eventLetter(events[i].kind), events[i].text);
    for (const Note &note : snapshot.annotations->notes)
        if (note.step)
            add(QStringLiteral("note:") + qstr(note.id), *note.step, QStringLiteral("N"), note.text);
    return marks;
}

std::vector<PlotPoint> plannedRate(const Config &config, const std::function<double(std::int64_t)> &xOfStep)
{
    std::vector<PlotPoint> points;
    const std::int64_t total = config.schedule.total_steps;
    std::int64_t last = -1;
    const auto add = [&](std::int64_t step) {
        if (step > last && step <= total)
            points.push_back({xOfStep(step), config.optimizer.lr * scheduleFactor(config.schedule, step)});
        last = std::max(last, step);
    };
    const std::int64_t corners[] = {config.schedule.warmup_steps, decayStartStep(config.schedule)};
    std::size_t corner = 0;
    for (int i = 0; i <= kPlanPoints; ++i) {
        const std::int64_t step = total * i / kPlanPoints;
        while (corner < std::size(corners) && corners[corner] <= step)
            add(corners[corner++]);
        add(step);
    }
    return points;
}

} // namespace anneal
