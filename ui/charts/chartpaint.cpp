// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartpaint.h"

#include <algorithm>

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include "charts/ticks.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kPixelsPerYTick = 40;
constexpr int kPixelsPerXTick = 84;
constexpr double kDotRadius = 3;
constexpr double kDotSpacing = 7; // closer dots would merge into a worm
constexpr double kTriangle = 8;
constexpr double kTintedLabelWidth = 90;

QPointF crisp(const QPointF &point)
{
    return {std::round(point.x()) + 0.5, std::round(point.y()) + 0.5};
}

void paintHorizontal(QPainter &painter, const PlotFrame &frame, double pixelY, const QPen &pen)
{
    painter.setPen(pen);
    painter.drawLine(crisp({frame.area.left(), pixelY}), crisp({frame.area.right(), pixelY}));
}

void paintVertical(QPainter &painter, const PlotFrame &frame, double pixelX, const QPen &pen)
{
    painter.setPen(pen);
    painter.drawLine(crisp({pixelX, frame.area.top()}), crisp({pixelX, frame.area.bottom()}));
}

void paintFuture(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    if (content.plannedEnd <= content.dataEnd)
        return;
    const double left = std::max(frame.area.left(), frame.toX(content.dataEnd));
    const double right = std::min(frame.area.right(), frame.toX(content.plannedEnd));
    if (right <= left)
        return;
    const QRectF future(left, frame.area.top(), right - left, frame.area.height());
    QColor tint = inkColor(Ink::Raised);
    if (!Theme::instance().isDark())
        tint = inkColor(Ink::Window);
    painter.fillRect(future, tint);
    if (content.letters && future.width() > kTintedLabelWidth) {
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(future.adjusted(0, 0, 0, -6), Qt::AlignHCenter | Qt::AlignBottom,
                         QCoreApplication::translate("anneal", "not yet trained"));
    }
}

std::vector<Tick> yTicks(const ChartContent &content, const PlotFrame &frame)
{
    const int most = std::max(2, static_cast<int>(frame.area.height()) / kPixelsPerYTick);
    const double from = frame.undrawn(frame.y.from);
    const double to = frame.undrawn(frame.y.to);
    return frame.log ? logTicks(from, to, most) : linearTicks(from, to, most, labelScale(content.format));
}

void paintYAxis(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    const double height = painter.fontMetrics().height();
    for (const Tick &tick : yTicks(content, frame)) {
        const double y = frame.toY(tick.position);
        if (y < frame.area.top() - 1 || y > frame.area.bottom() + 1)
            continue;
        paintHorizontal(painter, frame, y, QPen(inkColor(Ink::Grid), 1));
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(QRectF(0, y - height / 2, frame.area.left() - 6, height), Qt::AlignRight | Qt::AlignVCenter,
                         tick.label);
    }
}

void paintXAxis(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    const int most = std::max(2, static_cast<int>(frame.area.width()) / kPixelsPerXTick);
    const double top = frame.area.bottom() + 4;
    const double height = painter.fontMetrics().height();
    for (const Tick &tick : axisTicks(content.axis, frame.x, most)) {
        const double x = frame.toX(tick.position);
        paintVertical(painter, frame, x, QPen(inkColor(Ink::Grid), 1));
        const double width = painter.fontMetrics().horizontalAdvance(tick.label) + 2;
        const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, frame.area.right() - width + 2));
        painter.setPen(inkColor(Ink::Muted));
        painter.drawText(QRectF(left, top, width, height), Qt::AlignCenter, tick.label);
    }
    paintHorizontal(painter, frame, frame.area.bottom(), QPen(inkColor(Ink::BorderStrong), 1));
}

void paintReferences(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    for (const ReferenceLine &reference : content.references) {
        if (frame.log && reference.y <= 0)
            continue;
        const double y = frame.toY(reference.y);
        if (y < frame.area.top() || y > frame.area.bottom())
            continue;
        const QColor color = inkColor(toneInk(reference.tone));
        paintHorizontal(painter, frame, y, QPen(color, 1, Qt::DashLine));
        const double height = painter.fontMetrics().height();
        const double top = y - height - 1 < frame.area.top() ? y + 1 : y - height - 1;
        painter.drawText(QRectF(frame.area.left(), top, frame.area.width() - 4, height),
                         Qt::AlignRight | Qt::AlignVCenter, reference.label);
    }
}

void paintPlan(QPainter &painter, const PlanLine &plan, const PlotFrame &frame)
{
    QPolygonF polygon;
    for (const PlotPoint &point : plan.points) {
        if (!frame.log || point.y > 0)
            polygon.append({frame.toX(point.x), frame.toY(point.y)});
    }
    if (polygon.isEmpty())
        return;
    const QColor color = plan.slot > 0 ? runColor(plan.slot) : inkColor(Ink::Muted);
    painter.setPen(QPen(color, 1.25, plan.pen));
    painter.drawPolyline(polygon);
    painter.setPen(inkColor(Ink::Muted));
    const QPointF middle = polygon[polygon.size() / 2];
    const double height = painter.fontMetrics().height();
    const double above = middle.y() - height - 3;
    const double top = above < frame.area.top() ? middle.y() + 3 : above; // at the upper edge: below the line
    if (middle.x() < frame.area.right())
        painter.drawText(QRectF(middle.x() - 120, top, 116, height), Qt::AlignRight | Qt::AlignVCenter, plan.label);
}

} // namespace

void paintChartGround(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    painter.setFont(uiFont(TextRole::Caption));
    paintFuture(painter, content, frame);
    paintYAxis(painter, content, frame);
    paintXAxis(painter, content, frame);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(frame.area.adjusted(0, -1, 1, 1));
    for (const PlanLine &plan : content.plans)
        paintPlan(painter, plan, frame);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintReferences(painter, content, frame);
    painter.restore();
}

namespace {

bool inside(const PlotFrame &frame, const QPointF &point)
{
    return frame.area.adjusted(-1, -1, 1, 1).contains(point);
}

void paintDots(QPainter &painter, const DrawnLine &drawn, const PlotFrame &frame)
{
    QColor color = runColor(drawn.line.slot);
    color.setAlphaF(static_cast<float>(drawn.strength));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    std::size_t count = 0;
    for (const auto &piece : drawn.view.line)
        count += piece.size();
    const bool all = drawn.line.dots && static_cast<double>(count) * kDotSpacing < frame.area.width();
    for (const auto &piece : drawn.view.line) {
        if (!all && piece.size() > 1)
            continue;
        for (const PlotPoint &point : piece) {
            const QPointF at(frame.toX(point.x), frame.toY(point.y));
            if (inside(frame, at))
                painter.drawEllipse(at, all ? kDotRadius : 1.75, all ? kDotRadius : 1.75);
        }
    }
}

void paintNonFinite(QPainter &painter, const DrawnLine &drawn, const PlotFrame &frame)
{
    for (const NonFiniteMark &mark : drawn.view.marks) {
        const double x = frame.toX(mark.x);
        if (x < frame.area.left() - 1 || x > frame.area.right() + 1)
            continue;
        const bool down = mark.kind == NonFinite::MinusInfinity;
        paintTriangle(painter, {x, down ? frame.area.bottom() - 1 : frame.area.top() + 1}, down);
    }
}

constexpr std::size_t kMostEndLabels = 8; ///< more would say nothing
constexpr double kLeaderFrom = 16; ///< pixels between a line's end and the edge, from which a leader helps

struct EndLabel {
    QPointF lineEnd;
    double y; ///< of the text's middle
    QString text;
};

std::vector<EndLabel> endLabels(const ChartContent &content, const PlotFrame &frame)
{
    std::vector<EndLabel> labels;
    for (const DrawnLine &drawn : content.lines) {
        const auto &pieces = drawn.view.smooth.empty() ? drawn.view.line : drawn.view.smooth;
        if (pieces.empty() || pieces.back().empty())
            continue;
        const PlotPoint &last = pieces.back().back();
        labels.push_back({{frame.toX(last.x), frame.toY(last.y)}, frame.toY(last.y), drawn.line.name});
    }
    std::sort(labels.begin(), labels.end(), [](const EndLabel &a, const EndLabel &b) { return a.y < b.y; });
    return labels;
}

/// Pushed apart, none outside the plot.
void spread(std::vector<EndLabel> &labels, const PlotFrame &frame, double height)
{
    double next = frame.area.top();
    for (EndLabel &label : labels) {
        label.y = std::max(label.y, next);
        next = label.y + height;
    }
    double lowest = frame.area.bottom();
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, lowest);
        lowest = label->y - height;
    }
}

/// From a line that ends before the edge to its name there.
void paintLeader(QPainter &painter, const EndLabel &label, const PlotFrame &frame)
{
    if (label.lineEnd.x() > frame.area.right() - kLeaderFrom || label.lineEnd.x() < frame.area.left())
        return;
    QPen pen(inkColor(Ink::Muted), 1);
    pen.setDashPattern({1, 3});
    painter.setPen(pen);
    painter.drawLine(label.lineEnd + QPointF(3, 0), {frame.area.right() + 3, label.y});
}

void paintEndLabels(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    std::vector<EndLabel> labels = endLabels(content, frame);
    if (labels.size() > kMostEndLabels)
        return;
    const double height = painter.fontMetrics().height();
    spread(labels, frame, height);
    const double left = frame.area.right() + 5;
    const double width = painter.window().right() - left;
    for (const EndLabel &label : labels) {
        paintLeader(painter, label, frame);
        painter.setPen(inkColor(Ink::Text));
        painter.drawText(QRectF(left, label.y - height / 2, width, height), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label.text, Qt::ElideMiddle, static_cast<int>(width)));
    }
}

void paintEventLines(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    for (const EventMark &mark : content.marks) {
        const double x = frame.toX(mark.x);
        if (x < frame.area.left() || x > frame.area.right())
            continue;
        QPen pen(inkColor(toneInk(mark.tone())), 1);
        pen.setDashPattern({3, 3});
        paintVertical(painter, frame, x, pen);
    }
}

void paintBoxes(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    for (const MarkBox &box : markBoxes(content, frame)) {
        const bool single = box.marks.size() == 1;
        const QString text = single ? QString(box.marks.front().letter) : QString::number(box.marks.size());
        paintLetterBox(painter, box.rect, text, single ? box.marks.front().tone() : Tone::Muted);
    }
}

} // namespace

void paintChartMarks(QPainter &painter, const ChartContent &content, const PlotFrame &frame)
{
    painter.setFont(uiFont(TextRole::Caption));
    paintEventLines(painter, content, frame);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const DrawnLine &drawn : content.lines)
        paintDots(painter, drawn, frame);
    for (const DrawnLine &drawn : content.lines)
        paintNonFinite(painter, drawn, frame);
    if (content.endLabels)
        paintEndLabels(painter, content, frame);
    if (content.letters)
        paintBoxes(painter, content, frame);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

std::vector<MarkBox> markBoxes(const ChartContent &content, const PlotFrame &frame)
{
    std::vector<MarkBox> boxes;
    for (const EventMark &mark : content.marks) {
        const double x = frame.toX(mark.x);
        if (x < frame.area.left() || x > frame.area.right())
            continue;
        const QRectF rect(std::round(x - kLetterBox / 2), frame.area.top() - kLetterBox - 1, kLetterBox, kLetterBox);
        if (!boxes.empty() && boxes.back().rect.right() + 2 > rect.left())
            boxes.back().marks.push_back(mark);
        else
            boxes.push_back({rect, {mark}});
    }
    return boxes;
}

void paintLetterBox(QPainter &painter, const QRectF &rect, const QString &letter, Tone tone)
{
    const QColor color = inkColor(toneInk(tone));
    painter.setPen(QPen(color, 1));
    painter.setBrush(inkColor(Ink::Surface));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    QFont font = uiFont(TextRole::Caption);
    font.setPointSizeF(font.pointSizeF() * 0.9);
    font.setWeight(QFont::Medium);
    painter.setFont(font);
    painter.drawText(rect, Qt::AlignCenter, letter);
    painter.setFont(uiFont(TextRole::Caption));
}

void paintTriangle(QPainter &painter, const QPointF &at, bool downwards)
{
    const double height = downwards ? -kTriangle : kTriangle;
    QPainterPath path(at);
    path.lineTo(at.x() + kTriangle / 2, at.y() + height);
    path.lineTo(at.x() - kTriangle / 2, at.y() + height);
    path.closeSubpath();
    painter.setPen(QPen(inkColor(Ink::Surface), 1.5));
    painter.setBrush(inkColor(Ink::Error));
    painter.drawPath(path);
    painter.fillPath(path, inkColor(Ink::Error));
}

void paintEmptyText(QPainter &painter, const QRectF &area, const QString &text)
{
    painter.setFont(uiFont(TextRole::Secondary));
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, text);
}

} // namespace anneal
