// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartgroup.h"

#include <algorithm>

namespace anneal {

namespace {
constexpr double kMostSmoothing = 0.999;
constexpr double kClosestZoom = 1e-7; // of the whole range: below, doubles run out of digits
} // namespace

ChartGroup::ChartGroup(QObject *parent)
    : QObject(parent)
{
}

void ChartGroup::changed()
{
    Q_EMIT settingsChanged();
    Q_EMIT viewChanged();
}

void ChartGroup::setAxis(XAxis axis)
{
    if (axis == m_axis)
        return;
    m_axis = axis;
    m_zoom = {};
    m_data = {};
    m_plannedEnd = 0;
    m_follow = true;
    m_crosshair.reset();
    changed();
    Q_EMIT crosshairMoved();
}

void ChartGroup::setSmoothing(double smoothing)
{
    const double next = std::clamp(smoothing, 0.0, kMostSmoothing);
    if (next == m_smoothing)
        return;
    m_smoothing = next;
    changed();
}

void ChartGroup::setLogY(bool on)
{
    if (std::exchange(m_logY, on) != on)
        changed();
}

void ChartGroup::setRangeBand(bool on)
{
    if (std::exchange(m_rangeBand, on) != on)
        changed();
}

void ChartGroup::setShowReplaced(bool on)
{
    if (std::exchange(m_showReplaced, on) != on)
        changed();
}

void ChartGroup::setFaintRaw(bool faint)
{
    if (std::exchange(m_faintRaw, faint) != faint)
        changed();
}

void ChartGroup::setShowMarks(bool on)
{
    if (std::exchange(m_showMarks, on) == on)
        return;
    Q_EMIT settingsChanged();
    Q_EMIT marksChanged();
}

void ChartGroup::setFollow(bool on)
{
    if (on == m_follow)
        return;
    if (on) {
        resetZoom();
        return;
    }
    m_follow = false;
    m_zoom = whole(); // what is shown now stays
    changed();
}

void ChartGroup::setExtent(XRange data, double plannedEnd)
{
    if (data == m_data && plannedEnd == m_plannedEnd)
        return;
    m_data = data;
    m_plannedEnd = plannedEnd;
    Q_EMIT viewChanged();
}

XRange ChartGroup::whole() const
{
    XRange range = m_data;
    // At the start the plan would leave the curve no room: it is shown as far as the curve has come once more.
    const double plan = m_data.valid() ? std::min(m_plannedEnd, m_data.to + m_data.length()) : m_plannedEnd;
    range.to = std::max(range.to, plan);
    if (m_axis != XAxis::WallTime)
        range.from = std::min(range.from, 0.0);
    if (!range.valid())
        range.to = range.from + 1;
    return range;
}

void ChartGroup::setZoom(XRange zoom)
{
    const XRange all = whole();
    const double length = std::clamp(zoom.length(), all.length() * kClosestZoom, all.length());
    const double from = std::clamp(zoom.from, all.from, all.to - length);
    m_zoom = {from, from + length};
    m_follow = false;
    changed();
}

void ChartGroup::resetZoom()
{
    m_zoom = {};
    m_follow = true;
    changed();
}

void ChartGroup::zoomAround(double x, double factor)
{
    const XRange now = visible();
    setZoom({x - (x - now.from) * factor, x + (now.to - x) * factor});
}

void ChartGroup::panBy(double share)
{
    const XRange now = visible();
    const double shift = share * now.length();
    setZoom({now.from + shift, now.to + shift});
}

void ChartGroup::setMarks(std::vector<EventMark> marks)
{
    std::stable_sort(marks.begin(), marks.end(), [](const EventMark &a, const EventMark &b) { return a.x < b.x; });
    m_marks = std::move(marks);
    Q_EMIT marksChanged();
}

void ChartGroup::setCrosshair(std::optional<double> x)
{
    if (x == m_crosshair)
        return;
    m_crosshair = x;
    Q_EMIT crosshairMoved();
}

QString ChartGroup::axisName(XAxis axis)
{
    switch (axis) {
    case XAxis::Step:
        return tr("Steps");
    case XAxis::Tokens:
        return tr("Tokens");
    case XAxis::WallTime:
        return tr("Wall time");
    case XAxis::RelativeTime:
        return tr("Relative time");
    }
    return {};
}

void ChartGroup::nextAxis()
{
    setAxis(static_cast<XAxis>((static_cast<int>(m_axis) + 1) % 4));
}

} // namespace anneal
