// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QImage>
#include <QStringList>

#include "widgets/cellview.h"

namespace anneal {

/// Values in rows and columns. NaN is left empty.
struct HeatMap {
    int rows = 0, columns = 0;
    std::vector<float> values; ///< row by row
    float low = 0, high = 1; ///< of the colours; with `diverging` the middle of the two has no colour
    bool diverging = false;
    QStringList rowNames; ///< empty: rows are numbered like columns, from 1
    std::vector<int> marked; ///< of each column the row with a dot, −1 = none; empty = no dots

    [[nodiscard]] float at(int row, int column) const
    {
        return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns)
                      + static_cast<std::size_t>(column)];
    }
};

/// A heat map of cells. Colours come from the palette: nothing is said by colour
/// alone, because whoever owns the view tells the chosen cell's value in words.
class HeatMapView : public CellView
{
    Q_OBJECT
public:
    explicit HeatMapView(QWidget *parent = nullptr);
    void setMap(HeatMap map);
    [[nodiscard]] const HeatMap &map() const { return m_map; }
    /// Fixed size of a cell in pixels; 0 = cells are square and as large as fits.
    void setCellSize(QSize size);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] int rows() const override { return m_map.rows; }
    [[nodiscard]] int columns() const override { return m_map.columns; }
    [[nodiscard]] QRectF area() const override;

private:
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] QColor colorOf(float value) const;
    void makeImage();
    void paintNames(QPainter &painter, const QRectF &all) const;
    void paintMarks(QPainter &painter, const QRectF &exposed) const;

    HeatMap m_map;
    QImage m_image; ///< one pixel a cell
    QSize m_cellSize;
};

} // namespace anneal
