// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/probabilitybars.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {
constexpr int kLeastLabel = 16, kMostLabel = 160;
constexpr int kSlack = 2; ///< a label as wide as its place would be cut
constexpr int kMargin = 6, kGap = 8;
constexpr int kNumberWidth = 52, kLetterWidth = 16;
constexpr int kBarHeight = 8;

QFont labelFont()
{
    return monoFont(13);
}
} // namespace

ProbabilityBars::ProbabilityBars(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFont(numberFont(TextRole::Secondary));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Probabilities"));
}

void ProbabilityBars::setRows(const std::vector<ProbabilityRow> &rows)
{
    m_rows = rows;
    m_current = m_rows.empty() ? -1 : qBound(0, m_current, static_cast<int>(m_rows.size()) - 1);
    m_labelWidth = kLeastLabel;
    m_isCompared = false;
    QStringList all;
    const QFontMetrics metrics(labelFont());
    for (const ProbabilityRow &row : m_rows) {
        m_labelWidth = std::max(m_labelWidth, std::min(kMostLabel, metrics.horizontalAdvance(row.label) + kSlack));
        m_isCompared = m_isCompared || row.other;
        all.append(words(row));
    }
    setAccessibleDescription(all.join(QStringLiteral(", ")));
    setFixedHeight(sizeHint().height()); // a scroll area around it does not ask again by itself
    update();
}

QString ProbabilityBars::words(const ProbabilityRow &row) const
{
    const QString first = row.label + u' ' + percentText(row.probability);
    return row.other ? tr("%1 against %2").arg(first, percentText(*row.other)) : first;
}

int ProbabilityBars::rowHeight() const
{
    return m_isCompared ? 2 * (fontMetrics().height() + 2) : qMax(24, fontMetrics().height() + 4);
}

QSize ProbabilityBars::sizeHint() const
{
    return {260, static_cast<int>(m_rows.size()) * rowHeight()};
}

QSize ProbabilityBars::minimumSizeHint() const
{
    return {140, sizeHint().height()};
}

void ProbabilityBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QFont letters = labelFont();
    const QFontMetrics metrics(letters);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const ProbabilityRow &row = m_rows[i];
        const QRect line(0, static_cast<int>(i) * rowHeight(), width(), rowHeight());
        if (static_cast<int>(i) == m_current && hasFocus()) {
            painter.setPen(QPen(inkColor(Ink::Accent), 2));
            painter.drawRect(line.adjusted(1, 1, -1, -1));
        }
        painter.setPen(inkColor(row.current ? Ink::Accent : Ink::Text));
        painter.setFont(letters);
        painter.drawText(line.adjusted(kMargin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.label, Qt::ElideMiddle, m_labelWidth));
        painter.setFont(font());
        const QRect upper = m_isCompared ? line.adjusted(0, 1, 0, -line.height() / 2) : line;
        paintBar(painter, upper, m_isCompared ? QStringLiteral("A") : QString(), row.probability, 1);
        if (!row.other)
            continue;
        painter.setPen(inkColor(Ink::Text));
        paintBar(painter, upper.translated(0, line.height() / 2 - 1), QStringLiteral("B"), *row.other, 2);
    }
}

void ProbabilityBars::paintBar(QPainter &painter, const QRect &line, const QString &letter, double probability,
                               int color) const
{
    painter.drawText(line.adjusted(0, 0, -kMargin, 0), Qt::AlignRight | Qt::AlignVCenter, percentText(probability));
    int left = kMargin + m_labelWidth + kGap;
    if (!letter.isEmpty()) {
        painter.setPen(inkColor(Ink::Muted)); // a mark, not one more letter
        painter.drawText(line.adjusted(left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, letter);
        left += kLetterWidth;
    }
    const QRectF track(left, line.center().y() - kBarHeight / 2.0 + 0.5, width() - left - kNumberWidth - kMargin,
                       kBarHeight);
    painter.fillRect(track, inkColor(Ink::Sunken));
    QRectF bar = track;
    bar.setWidth(track.width() * qBound(0.0, probability, 1.0));
    painter.fillRect(bar, runColor(color));
}

void ProbabilityBars::choose(int row)
{
    if (m_rows.empty())
        return;
    const int next = qBound(0, row, static_cast<int>(m_rows.size()) - 1);
    if (next == m_current)
        return;
    m_current = next;
    update();
    Q_EMIT currentRowChanged(m_current);
}

void ProbabilityBars::mousePressEvent(QMouseEvent *event)
{
    choose(event->pos().y() / rowHeight());
}

void ProbabilityBars::mouseDoubleClickEvent(QMouseEvent *event)
{
    choose(event->pos().y() / rowHeight());
    if (m_current >= 0)
        Q_EMIT activated(m_current);
}

void ProbabilityBars::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        choose(m_current - 1);
        return;
    case Qt::Key_Down:
        choose(m_current + 1);
        return;
    case Qt::Key_Home:
        choose(0);
        return;
    case Qt::Key_End:
        choose(static_cast<int>(m_rows.size()) - 1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT activated(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace anneal
