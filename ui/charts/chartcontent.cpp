// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcontent.h"

#include <algorithm>
#include <limits>

namespace anneal {

namespace {

constexpr double kAir = 0.06;
constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void take(double value, bool positiveOnly)
    {
        if (!std::isfinite(value) || (positiveOnly && value <= 0))
            return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool valid() const { return low <= high; }
};

Extent dataExtent(const ChartContent &content)
{
    Extent extent;
    for (const DrawnLine &drawn : content.lines) {
        if (drawn.view.minimum > drawn.view.maximum)
            continue;
        extent.take(drawn.view.minimum, content.logY);
        extent.take(drawn.view.maximum, content.logY);
    }
    if (content.robustY && extent.valid()) {
        extent.low = content.robustY->x;
        extent.high = content.robustY->y;
    }
    const auto takeVisible = [&](const std::vector<PlotPoint> &points) {
        for (const PlotPoint &point : points) {
            if (point.x >= content.x.from && point.x <= content.x.to)
                extent.take(point.y, content.logY);
        }
    };
    for (const PlanLine &plan : content.plans)
        takeVisible(plan.points);
    if (!content.robustY) { // what a resume took out may lie far above what replaced it
        for (const DrawnLine &drawn : content.lines)
            std::for_each(drawn.replaced.begin(), drawn.replaced.end(), takeVisible);
    }
    for (const ReferenceLine &reference : content.references)
        extent.take(reference.y, content.logY);
    return extent;
}

} // namespace

bool ChartContent::empty() const
{
    return pointCount() == 0 && nonFiniteCount() == 0 && plans.empty();
}

int ChartContent::pointCount() const
{
    std::size_t count = 0;
    for (const DrawnLine &drawn : lines) {
        for (const auto &piece : drawn.view.line)
            count += piece.size();
        for (const auto &piece : drawn.view.smooth)
            count += piece.size();
    }
    return static_cast<int>(count);
}

int ChartContent::replacedPointCount() const
{
    std::size_t count = 0;
    for (const DrawnLine &drawn : lines) {
        for (const auto &piece : drawn.replaced)
            count += piece.size();
    }
    return static_cast<int>(count);
}

std::int64_t ChartContent::nonFiniteCount() const
{
    std::int64_t count = 0;
    for (const DrawnLine &drawn : lines) {
        for (const NonFiniteMark &mark : drawn.view.marks)
            count += mark.count;
    }
    return count;
}

XRange fitY(const ChartContent &content)
{
    Extent extent = dataExtent(content);
    if (!extent.valid())
        return content.logY ? XRange{-1, 1} : XRange{0, 1};
    if (content.logY) {
        extent.low = std::log10(extent.low);
        extent.high = std::log10(extent.high);
    }
    double air = (extent.high - extent.low) * kAir;
    if (air <= 0) // one value only: a line in the middle, not at an edge
        air = content.logY ? 0.5 : std::max(std::abs(extent.high) * 0.1, 1e-12);
    // A count that starts at nothing keeps its floor; air below zero would suggest negative values.
    const bool floorAtZero = !content.logY && extent.low >= 0 && extent.low < air;
    return {floorAtZero ? 0.0 : extent.low - air, extent.high + air};
}

double labelScale(ValueFormat format)
{
    switch (format) {
    case ValueFormat::Memory:
        return 1.0 / kGiB;
    case ValueFormat::Percent:
        return 100.0;
    default:
        return 1.0;
    }
}

} // namespace anneal
