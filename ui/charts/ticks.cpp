// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/ticks.h"

#include <cmath>

#include <QCoreApplication>
#include <QDateTime>

#include "style/text.h"

namespace anneal {

namespace {

constexpr double kDay = 86400;

double niceStep(double rough)
{
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * decade >= rough * (1 - 1e-9))
            return factor * decade;
    }
    return 10 * decade;
}

template <typename Label>
std::vector<Tick> everyStep(double from, double to, double step, Label label)
{
    std::vector<Tick> ticks;
    const double slack = step * 1e-6;
    for (double n = std::ceil((from - slack) / step); n * step <= to + slack; ++n)
        ticks.push_back({n * step, label(n * step)});
    return ticks;
}

QString wallLabel(double seconds, double step)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
    if (step >= kDay)
        return time.toString(QStringLiteral("MM-dd"));
    return time.toString(step >= 60 ? QStringLiteral("HH:mm") : QStringLiteral("HH:mm:ss"));
}

std::vector<Tick> wallTicks(XRange range, int most)
{
    const double step = niceSeconds(range.length() / most);
    // Round local times, not round UTC times.
    const double offset = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(range.from)).offsetFromUtc();
    std::vector<Tick> ticks = everyStep(range.from + offset, range.to + offset, step, [](double) { return QString(); });
    for (Tick &tick : ticks) {
        tick.position -= offset;
        tick.label = wallLabel(tick.position, step);
    }
    return ticks;
}

QString relativeLabel(double seconds)
{
    return seconds == 0 ? QStringLiteral("0") : spanText(seconds);
}

} // namespace

double niceSeconds(double seconds)
{
    static constexpr double kSteps[] = {1,   2,    5,    10,   15,    30,    60,    120,  300,      600,
                                        900, 1800, 3600, 7200, 10800, 21600, 43200, kDay, 2 * kDay, 7 * kDay};
    if (seconds < 1)
        return niceStep(seconds);
    for (double step : kSteps) {
        if (step >= seconds)
            return step;
    }
    return kDay * niceStep(seconds / kDay);
}

std::vector<Tick> linearTicks(double from, double to, int most, double scale)
{
    if (!(to > from) || most < 1)
        return {};
    const double step = niceStep((to - from) * scale / most);
    std::vector<Tick> ticks =
        everyStep(from * scale, to * scale, step, [step](double value) { return axisText(value, step); });
    for (Tick &tick : ticks)
        tick.position /= scale;
    return ticks;
}

std::vector<Tick> logTicks(double from, double to, int most)
{
    if (!(from > 0) || !(to > from))
        return {};
    const double low = std::log10(from);
    const double high = std::log10(to);
    if (high - low < 2)
        return linearTicks(from, to, most);
    const double stride = std::max(1.0, std::ceil((high - low) / most));
    std::vector<Tick> ticks;
    for (double n = std::ceil(low - 1e-9); n <= high + 1e-9; n += stride)
        ticks.push_back({std::pow(10.0, n), axisText(std::pow(10.0, n), std::pow(10.0, n))});
    return ticks;
}

std::vector<Tick> axisTicks(XAxis axis, XRange range, int most)
{
    if (!range.valid() || most < 1)
        return {};
    if (axis == XAxis::WallTime)
        return wallTicks(range, most);
    if (axis == XAxis::RelativeTime)
        return everyStep(range.from, range.to, niceSeconds(range.length() / most), relativeLabel);
    const double step = std::max(1.0, niceStep(range.length() / most));
    std::vector<Tick> ticks =
        everyStep(range.from, range.to, step, [step](double value) { return axisText(value, step); });
    const char *unit =
        axis == XAxis::Step ? QT_TRANSLATE_NOOP("anneal", "steps") : QT_TRANSLATE_NOOP("anneal", "tokens");
    if (!ticks.empty())
        ticks.back().label += u' ' + QCoreApplication::translate("anneal", unit);
    return ticks;
}

} // namespace anneal
