// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace anneal {

/// Cells in rows and columns, one of which mouse and arrow keys choose. Whoever draws the cells says where they lie.
class CellView : public QWidget
{
    Q_OBJECT
public:
    explicit CellView(QWidget *parent = nullptr);
    void setCell(int row, int column);
    [[nodiscard]] int row() const { return m_row; }
    [[nodiscard]] int column() const { return m_column; }

Q_SIGNALS:
    void cellChanged(int row, int column);
    void cellActivated(int row, int column); ///< click or Return

protected:
    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual QRectF area() const = 0; ///< of all cells
    [[nodiscard]] bool isEmpty() const { return rows() == 0 || columns() == 0; }
    [[nodiscard]] QRectF cellRect(int row, int column) const;
    /// After other cells came: the chosen one stays where it is, or moves to the last.
    void clampCell();
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool moveTo(QPointF place);

    int m_row = 0, m_column = 0;
};

} // namespace anneal
