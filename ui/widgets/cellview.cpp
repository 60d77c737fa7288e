// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cellview.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>

namespace anneal {

CellView::CellView(QWidget *parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QRectF CellView::cellRect(int row, int column) const
{
    const QRectF all = area();
    const double width = all.width() / columns(), height = all.height() / rows();
    return {all.left() + column * width, all.top() + row * height, width, height};
}

void CellView::clampCell()
{
    m_row = std::clamp(m_row, 0, std::max(0, rows() - 1));
    m_column = std::clamp(m_column, 0, std::max(0, columns() - 1));
}

void CellView::setCell(int row, int column)
{
    if (isEmpty())
        return;
    row = std::clamp(row, 0, rows() - 1);
    column = std::clamp(column, 0, columns() - 1);
    if (row == m_row && column == m_column)
        return;
    m_row = row;
    m_column = column;
    update();
    Q_EMIT cellChanged(row, column);
}

bool CellView::moveTo(QPointF place)
{
    const QRectF all = area();
    if (isEmpty() || !all.contains(place))
        return false;
    setCell(static_cast<int>((place.y() - all.top()) / all.height() * rows()),
            static_cast<int>((place.x() - all.left()) / all.width() * columns()));
    return true;
}

void CellView::mouseMoveEvent(QMouseEvent *event)
{
    moveTo(event->position());
}

void CellView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && moveTo(event->position()))
        Q_EMIT cellActivated(m_row, m_column);
}

void CellView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return setCell(m_row, m_column - 1);
    case Qt::Key_Right:
        return setCell(m_row, m_column + 1);
    case Qt::Key_Up:
        return setCell(m_row - 1, m_column);
    case Qt::Key_Down:
        return setCell(m_row + 1, m_column);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!isEmpty())
            Q_EMIT cellActivated(m_row, m_column);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace anneal
