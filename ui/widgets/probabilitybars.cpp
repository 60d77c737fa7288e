// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/probabilitybars.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {
constexpr int kLabelWidth = 22;
constexpr int kNumberWidth = 58;
constexpr int kBarHeight = 8;
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
    QStringList words;
    for (const ProbabilityRow &row : m_rows)
        words.append(row.label + u' ' + percentText(row.probability));
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    setFixedHeight(sizeHint().height()); // a scroll area around it does not ask again by itself
    update();
}

int ProbabilityBars::rowHeight() const
{
    return qMax(24, fontMetrics().height() + 4);
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
    const QFont letters = monoFont(13);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const ProbabilityRow &row = m_rows[i];
        const QRect line(0, static_cast<int>(i) * rowHeight(), width(), rowHeight());
        if (static_cast<int>(i) == m_current && hasFocus()) {
            painter.setPen(QPen(inkColor(Ink::Accent), 2));
            painter.drawRect(line.adjusted(1, 1, -1, -1));
        }
        painter.setPen(inkColor(row.current ? Ink::Accent : Ink::Text));
        painter.setFont(letters);
        painter.drawText(line.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, row.label);
        painter.setFont(font());
        painter.drawText(line.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, percentText(row.probability));
        const QRectF track(kLabelWidth + 4, line.center().y() - kBarHeight / 2.0 + 0.5,
                           width() - kLabelWidth - kNumberWidth - 8, kBarHeight);
        painter.fillRect(track, inkColor(Ink::Sunken));
        QRectF bar = track;
        bar.setWidth(track.width() * qBound(0.0, row.probability, 1.0));
        painter.fillRect(bar, runColor(1));
    }
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
