// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/confusionview.h"

#include <algorithm>
#include <numeric>

#include <QPainter>

#include "style/fonts.h"
#include "style/mixedcolor.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kMostLabel = 120, kTitle = 20, kFocusLine = 2;
constexpr int kMostCell = 96; ///< few classes need no more

} // namespace

ConfusionView::ConfusionView(QWidget *parent)
    : CellView(parent)
{
    setFont(uiFont(TextRole::Secondary));
    setAccessibleName(tr("Confusion matrix"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(this, &CellView::cellChanged, this, &ConfusionView::tell);
}

void ConfusionView::setMatrix(const QStringList &names, Counts counts)
{
    m_names = names;
    m_counts = std::move(counts);
    clampCell();
    tell();
    update();
}

qint64 ConfusionView::rowTotal(int label) const
{
    const auto &row = m_counts[static_cast<std::size_t>(label)];
    return std::accumulate(row.begin(), row.end(), qint64{0});
}

double ConfusionView::share(int label, int answer) const
{
    const auto total = static_cast<double>(rowTotal(label));
    const auto count = m_counts[static_cast<std::size_t>(label)][static_cast<std::size_t>(answer)];
    return total > 0 ? static_cast<double>(count) / total : 0;
}

QString ConfusionView::cellText(int label, int answer) const
{
    if (label >= classes() || answer >= classes())
        return {};
    const auto count = m_counts[static_cast<std::size_t>(label)][static_cast<std::size_t>(answer)];
    return tr("%1 of %2 %3 were called %4 (%5)")
        .arg(countText(static_cast<double>(count)), countText(static_cast<double>(rowTotal(label))), m_names[label],
             m_names[answer], percentText(share(label, answer)));
}

int ConfusionView::labelWidth() const
{
    int width = 0;
    for (const QString &name : m_names)
        width = std::max(width, fontMetrics().horizontalAdvance(name));
    return std::min(width, kMostLabel) + 10 + kTitle;
}

QRectF ConfusionView::area() const
{
    const int left = labelWidth(), top = kTitle + fontMetrics().height() + 6;
    const int side = std::min({width() - left - 2, height() - top - 2, kMostCell * classes()});
    const int cells = std::max(1, side / std::max(1, classes())) * classes();
    return QRectF(left, top, cells, cells);
}

void ConfusionView::paintCells(QPainter &painter) const
{
    const QColor empty = inkColor(Ink::Surface), right = inkColor(Ink::Ok), wrong = inkColor(Ink::Error);
    for (int label = 0; label < classes(); ++label)
        for (int answer = 0; answer < classes(); ++answer) {
            const QRect rect = cellRect(label, answer).toRect().adjusted(0, 0, -1, -1);
            const double part = share(label, answer);
            // Text has to stay readable, so the fullest cell is not the pure colour.
            painter.fillRect(rect, mixedColor(empty, label == answer ? right : wrong, 0.6 * part));
            const QString text = percentText(part);
            if (rect.width() < painter.fontMetrics().horizontalAdvance(text) + 4)
                continue;
            painter.setPen(inkColor(part > 0 ? Ink::Text : Ink::Muted));
            painter.drawText(rect, Qt::AlignCenter, text);
        }
}

void ConfusionView::paintNames(QPainter &painter) const
{
    const QRect all = area().toRect();
    const int side = all.width() / classes();
    painter.setPen(inkColor(Ink::Text));
    for (int i = 0; i < classes(); ++i) {
        const QRect row(kTitle, all.top() + i * side, all.left() - kTitle - 6, side);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(m_names[i], Qt::ElideMiddle, row.width()));
        const QRect column(all.left() + i * side, kTitle, side, all.top() - kTitle - 4);
        painter.drawText(column, Qt::AlignHCenter | Qt::AlignBottom,
                         fontMetrics().elidedText(m_names[i], Qt::ElideMiddle, side - 2));
    }
    painter.setPen(inkColor(Ink::Muted));
    painter.drawText(QRect(all.left(), 0, width() - all.left(), kTitle), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("called"));
    painter.save();
    painter.translate(0, all.top() + all.height());
    painter.rotate(-90);
    painter.drawText(QRect(0, 0, all.height(), kTitle), Qt::AlignRight | Qt::AlignVCenter, tr("is"));
    painter.restore();
}

void ConfusionView::paintEvent(QPaintEvent *)
{
    if (classes() == 0)
        return;
    QPainter painter(this);
    paintCells(painter);
    paintNames(painter);
    painter.setPen(QPen(inkColor(hasFocus() ? Ink::Accent : Ink::Muted), kFocusLine));
    painter.drawRect(cellRect(row(), column()).toRect().adjusted(0, 0, -1, -1));
}

void ConfusionView::tell()
{
    const QString text = cellText(row(), column());
    setAccessibleDescription(text);
    Q_EMIT cellTextChanged(text);
}

} // namespace anneal
