// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/crosshair.h"

#include <algorithm>

#include <QCoreApplication>
#include <QDateTime>
#include <QPainter>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr double kPadding = 7;
constexpr double kColumnGap = 18;
constexpr double kSwatch = 8;
constexpr std::size_t kLinesInDetail = 2; // more lines: one value each

QString tr(const char *text)
{
    return QCoreApplication::translate("anneal::Crosshair", text);
}

const PlotPoint *nearestPoint(const std::vector<PlotPoint> &points, double x)
{
    if (points.empty())
        return nullptr;
    auto after = std::lower_bound(points.begin(), points.end(), x,
                                  [](const PlotPoint &point, double value) { return point.x < value; });
    if (after == points.end())
        return &points.back();
    if (after != points.begin() && x - std::prev(after)->x < after->x - x)
        --after;
    return &*after;
}

std::optional<double> valueAt(const std::vector<std::vector<PlotPoint>> &pieces, double x)
{
    std::optional<double> best;
    double distance = 0;
    for (const auto &piece : pieces) {
        const PlotPoint *point = nearestPoint(piece, x);
        if (point && (!best || std::abs(point->x - x) < distance)) {
            best = point->y;
            distance = std::abs(point->x - x);
        }
    }
    return best;
}

std::optional<XRange> rangeAt(const DecimatedSeries &view, double x, double pixel)
{
    const PlotPoint *low = nearestPoint(view.bandLow, x);
    const PlotPoint *high = nearestPoint(view.bandHigh, x);
    if (!low || !high || std::abs(low->x - x) > 2 * pixel)
        return std::nullopt;
    return XRange{low->y, high->y};
}

} // namespace

CrosshairReading readCrosshair(const ChartContent &content, const PlotFrame &frame, double x)
{
    CrosshairReading reading;
    reading.x = x;
    const double pixel = frame.x.length() / std::max(1.0, frame.area.width());
    double distance = 0;
    for (const DrawnLine &drawn : content.lines) {
        const std::optional<SeriesPoint> raw = drawn.line.source.nearest(x, content.axis);
        if (!raw)
            continue;
        if (reading.step < 0 || std::abs(raw->x - x) < distance) {
            distance = std::abs(raw->x - x);
            reading.step = raw->step;
            reading.tokens = raw->tokens;
            reading.wallMicros = raw->wallMicros;
        }
        CrosshairReading::Line line{drawn.line, *raw, std::nullopt, std::nullopt};
        if (!drawn.view.smooth.empty())
            line.smoothed = valueAt(drawn.view.smooth, x);
        line.range = rangeAt(drawn.view, x, pixel);
        reading.lines.push_back(std::move(line));
    }
    return reading;
}

void paintCrosshair(QPainter &painter, const CrosshairReading &reading, const PlotFrame &frame)
{
    const double x = std::round(frame.toX(reading.x)) + 0.5;
    if (x < frame.area.left() || x > frame.area.right() + 1)
        return;
    painter.setPen(QPen(inkColor(Ink::Muted), 1));
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const CrosshairReading::Line &line : reading.lines) {
        const QPointF at(line.smoothed ? x : frame.toX(line.raw.x), frame.toY(line.shown()));
        if (!std::isfinite(at.y()) || !frame.area.contains(at))
            continue;
        painter.setPen(QPen(inkColor(Ink::Surface), 1));
        painter.setBrush(runColor(line.line.slot));
        painter.drawEllipse(at, 3.5, 3.5);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

namespace {

struct BoxRow {
    QString left;
    QString right;
    int slot = 0; ///< swatch before the name; 0 = none
    bool error = false;
};

QString positionText(const CrosshairReading &reading, XAxis axis)
{
    switch (axis) {
    case XAxis::Step:
        return tr("Step %1").arg(countText(static_cast<double>(reading.step)));
    case XAxis::Tokens:
        return tr("%1 tokens").arg(countText(static_cast<double>(reading.tokens)));
    case XAxis::WallTime:
        return QDateTime::fromMSecsSinceEpoch(reading.wallMicros / 1000).toString(QStringLiteral("MM-dd HH:mm:ss"));
    case XAxis::RelativeTime:
        return tr("After %1").arg(spanText(reading.x));
    }
    return {};
}

QString otherPositionText(const CrosshairReading &reading, XAxis axis)
{
    if (axis == XAxis::Step)
        return tr("%1 tokens").arg(countText(static_cast<double>(reading.tokens)));
    return tr("step %1").arg(countText(static_cast<double>(reading.step)));
}

void addDetail(std::vector<BoxRow> &rows, const CrosshairReading::Line &line, const ChartContent &content,
               std::int64_t step)
{
    const auto text = [&](double value) { return valueText(value, content.format); };
    const QString &name = line.line.name;
    if (line.smoothed) {
        rows.push_back({tr("%1, smoothed %2").arg(name).arg(content.smoothing), text(*line.smoothed)});
        rows.push_back({tr("%1, raw").arg(name), text(line.raw.value), 0, !std::isfinite(line.raw.value)});
        if (line.range)
            rows.push_back(
                {tr("Range at this pixel"), text(line.range->from) + QStringLiteral(" – ") + text(line.range->to)});
        return;
    }
    const bool elsewhere = line.raw.step != step;
    rows.push_back(
        {elsewhere ? QStringLiteral("%1 (%2)").arg(name, countText(static_cast<double>(line.raw.step))) : name,
         text(line.raw.value), 0, !std::isfinite(line.raw.value)});
}

std::vector<BoxRow> boxRows(const CrosshairReading &reading, const ChartContent &content)
{
    std::vector<BoxRow> rows{{positionText(reading, content.axis), otherPositionText(reading, content.axis)}};
    for (const CrosshairReading::Line &line : reading.lines) {
        if (reading.lines.size() <= kLinesInDetail)
            addDetail(rows, line, content, reading.step);
        else
            rows.push_back({line.line.name, valueText(line.shown(), content.format), line.line.slot,
                            !std::isfinite(line.shown())});
    }
    return rows;
}

} // namespace

void paintReadingBox(QPainter &painter, const CrosshairReading &reading, const ChartContent &content,
                     const PlotFrame &frame)
{
    const std::vector<BoxRow> rows = boxRows(reading, content);
    painter.setFont(uiFont(TextRole::Caption));
    const QFontMetrics metrics = painter.fontMetrics();
    double left = 0;
    double right = 0;
    for (const BoxRow &row : rows) {
        left = std::max(left, metrics.horizontalAdvance(row.left) + (row.slot > 0 ? kSwatch + 6 : 0.0));
        right = std::max<double>(right, metrics.horizontalAdvance(row.right));
    }
    const double rowHeight = metrics.height() + 2;
    QRectF box(0, 0, left + right + kColumnGap + 2 * kPadding,
               rowHeight * static_cast<double>(rows.size()) + 2 * kPadding - 4);
    const double x = frame.toX(reading.x);
    box.moveTopLeft({x + 10, frame.area.top() + 10});
    if (box.right() > frame.area.right())
        box.moveRight(x - 10);
    box.moveLeft(std::max(box.left(), 2.0));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(inkColor(Ink::BorderStrong), 1));
    painter.setBrush(inkColor(Ink::Raised));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    QRectF line = box.adjusted(kPadding, kPadding - 2, -kPadding, 0);
    line.setHeight(rowHeight);
    for (const BoxRow &row : rows) {
        if (row.slot > 0) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(runColor(row.slot));
            painter.drawEllipse(QPointF(line.left() + kSwatch / 2, line.center().y()), kSwatch / 2, kSwatch / 2);
        }
        painter.setPen(inkColor(Ink::Text));
        painter.drawText(line.adjusted(row.slot > 0 ? kSwatch + 6 : 0, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         row.left);
        painter.setPen(inkColor(row.error ? Ink::Error : Ink::Text));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.right);
        line.translate(0, rowHeight);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QString readingTsv(const CrosshairReading &reading)
{
    QStringList lines{QStringLiteral("series\tstep\ttokens\tvalue\tsmoothed")};
    for (const CrosshairReading::Line &line : reading.lines) {
        lines.append(QStringList{line.line.name, QString::number(line.raw.step), QString::number(line.raw.tokens),
                                 exactText(line.raw.value), line.smoothed ? exactText(*line.smoothed) : QString()}
                         .join(u'\t'));
    }
    return lines.join(u'\n');
}

} // namespace anneal
