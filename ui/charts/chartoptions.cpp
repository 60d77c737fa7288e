// SPDX-License-Identifier: GPL-3.0-or-later
// What a page sets on a ChartCard, and what tests and tables read from it.
#include "charts/chartcard.h"
#include "charts/chartlegend.h"
#include "charts/chartstate.h"
#include "charts/chartview.h"

namespace anneal {

void ChartCard::setUnit(const QString &unit)
{
    m->unit = unit;
    updateHeader();
}

void ChartCard::setFormat(ValueFormat format)
{
    m->format = format;
    redraw();
    updateHeader();
}

void ChartCard::setLines(const std::vector<ChartLine> &lines)
{
    m->lines = lines;
    m->views.clear();
    m->replaced.clear();
    m->legend->setLines(lines, objectName());
    for (const ChartLine &line : lines)
        m->legend->setHidden(line.key, isLineHidden(line.key));
    refresh();
}

void ChartCard::setReferences(const std::vector<ReferenceLine> &references)
{
    m->references = references;
    redraw();
}

void ChartCard::setPlans(const std::vector<PlanLine> &plans)
{
    m->plans = plans;
    redraw();
}

void ChartCard::setEmptyText(const QString &text)
{
    m->emptyText = text;
    redraw();
}

void ChartCard::setShowLetters(bool on)
{
    m->letters = on;
    redraw();
}

void ChartCard::setLogY(std::optional<bool> logY)
{
    m->logY = logY;
    refresh();
}

void ChartCard::setIgnoreOutliers(bool on)
{
    m->ignoreOutliers = on;
    refresh();
}

void ChartCard::setEndLabels(bool on)
{
    m->endLabels = on;
    redraw();
}

void ChartCard::setHighlighted(const QString &lineKey)
{
    if (m->highlighted == lineKey)
        return;
    m->highlighted = lineKey;
    redraw();
}

void ChartCard::setRemovable(bool on)
{
    m->removable = on;
}

void ChartCard::setConfigId(const QString &id)
{
    m->configId = id;
}

int ChartCard::visiblePoints() const
{
    return m->view->content().pointCount();
}

QString ChartCard::xRangeText() const
{
    const XRange x = m->group->visible();
    return QStringLiteral("%1 .. %2").arg(x.from, 0, 'g', 12).arg(x.to, 0, 'g', 12);
}

int ChartCard::replacedPoints() const
{
    return m->view->content().replacedPointCount();
}

qlonglong ChartCard::nonFiniteCount() const
{
    return m->view->content().nonFiniteCount();
}

double ChartCard::crosshairStep() const
{
    const auto reading = m->view->reading();
    return reading ? static_cast<double>(reading->step) : -1.0;
}

bool ChartCard::isLineHidden(const QString &key) const
{
    return m->hidden.contains(key);
}

void ChartCard::setLineHidden(const QString &key, bool hidden)
{
    if (hidden)
        m->hidden.insert(key);
    else
        m->hidden.remove(key);
    m->legend->setHidden(key, hidden);
    redraw();
}

void ChartCard::isolateLine(const QString &key)
{
    const bool alone = m->hidden.size() == static_cast<qsizetype>(m->lines.size()) - 1 && !isLineHidden(key);
    for (const ChartLine &line : m->lines)
        setLineHidden(line.key, !alone && line.key != key);
}

} // namespace anneal
