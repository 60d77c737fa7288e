// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/classbars.h"

#include <algorithm>

#include <QPainter>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr std::size_t kMostRows = 8;
constexpr int kTitle = 24, kBar = 10, kNumber = 104, kMostLabel = 150;
constexpr int kSlots[] = {1, 2, 3}; ///< colours of train, validation, test

QString nameOf(const ClassCount &one)
{
    return one.name.empty() ? ClassBars::tr("(empty)") : qstr(one.name);
}

} // namespace

ClassBars::ClassBars(QWidget *parent)
    : QWidget(parent)
{
    setFont(uiFont(TextRole::Secondary));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Class balance"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ClassBars::setClasses(const std::vector<ClassCount> &classes)
{
    m_shown = classes;
    std::stable_sort(m_shown.begin(), m_shown.end(),
                     [](const ClassCount &a, const ClassCount &b) { return a.total() > b.total(); });
    while (m_shown.size() > kMostRows) {
        const ClassCount last = m_shown.back();
        m_shown.pop_back();
        ClassCount &rest = m_shown.back();
        rest = {{}, rest.train + last.train, rest.validation + last.validation, rest.test + last.test};
        rest.name = tr("%1 others").arg(classes.size() - m_shown.size() + 1).toStdString();
    }
    m_total = 0;
    m_most = 1;
    QStringList words;
    for (const ClassCount &one : m_shown) {
        m_total += static_cast<double>(one.total());
        m_most = std::max(m_most, static_cast<double>(one.total()));
        words.append(nameOf(one) + u' ' + countText(static_cast<double>(one.total())));
    }
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setFixedHeight(sizeHint().height());
    update();
}

int ClassBars::rowHeight() const
{
    return fontMetrics().height() + 4;
}

int ClassBars::labelWidth() const
{
    int width = 0;
    for (const ClassCount &one : m_shown)
        width = std::max(width, fontMetrics().horizontalAdvance(nameOf(one)));
    return std::min(width, kMostLabel) + 12;
}

QSize ClassBars::sizeHint() const
{
    return {300, kTitle + std::max(1, static_cast<int>(m_shown.size())) * rowHeight()};
}

QSize ClassBars::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void ClassBars::paintLegend(QPainter &painter) const
{
    painter.setFont(uiFont(TextRole::Caption));
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(QRect(0, 0, width(), kTitle - 6), Qt::AlignLeft | Qt::AlignVCenter, tr("Class balance"));
    const QString names[] = {tr("train"), tr("validation"), tr("test")};
    int right = width();
    for (int i = 2; i >= 0; --i) {
        const int textWidth = painter.fontMetrics().horizontalAdvance(names[i]);
        painter.drawText(QRect(right - textWidth, 0, textWidth, kTitle - 6), Qt::AlignVCenter, names[i]);
        painter.fillRect(QRect(right - textWidth - 13, (kTitle - 6 - 9) / 2, 9, 9), runColor(kSlots[i]));
        right -= textWidth + 22;
    }
}

void ClassBars::paintRow(QPainter &painter, const QRect &line, const ClassCount &one) const
{
    const int label = labelWidth();
    painter.setPen(inkColor(Ink::Text));
    painter.drawText(QRect(line.left(), line.top(), label - 6, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(nameOf(one), Qt::ElideMiddle, label - 6));
    const auto total = static_cast<double>(one.total());
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                     countText(total) + QStringLiteral(" · ") + percentText(m_total > 0 ? total / m_total : 0));
    const double room = std::max(10, line.width() - label - kNumber);
    double left = line.left() + label;
    const std::int64_t parts[] = {one.train, one.validation, one.test};
    for (int i = 0; i < 3; ++i) {
        const double width = room * static_cast<double>(parts[i]) / m_most;
        painter.fillRect(QRectF(left, line.center().y() - kBar / 2.0 + 0.5, width, kBar), runColor(kSlots[i]));
        left += width;
    }
}

void ClassBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintLegend(painter);
    painter.setFont(font());
    for (std::size_t i = 0; i < m_shown.size(); ++i)
        paintRow(painter, QRect(0, kTitle + static_cast<int>(i) * rowHeight(), width(), rowHeight()), m_shown[i]);
}

} // namespace anneal
