// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>

#include "widgets/cellview.h"

namespace anneal {

/// A confusion matrix: rows are labels, columns answers. A cell's shade is its share of the row, so rare classes are
/// seen as well as frequent ones; the diagonal is right. Arrow keys move the cell whose numbers are told.
class ConfusionView : public CellView
{
    Q_OBJECT
public:
    using Counts = std::vector<std::vector<qint64>>; ///< [label][answer]

    explicit ConfusionView(QWidget *parent = nullptr);
    /// As many rows and columns as names.
    void setMatrix(const QStringList &names, Counts counts);
    /// "12 of 77 donor were called none (15.6 %)"; empty without a matrix.
    [[nodiscard]] QString cellText(int label, int answer) const;
    [[nodiscard]] QPoint cell() const { return {column(), row()}; } ///< x answer, y label
    [[nodiscard]] QSize sizeHint() const override { return {420, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 180}; }

Q_SIGNALS:
    void cellTextChanged(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    [[nodiscard]] int rows() const override { return classes(); }
    [[nodiscard]] int columns() const override { return classes(); }
    [[nodiscard]] QRectF area() const override;

private:
    [[nodiscard]] int classes() const { return static_cast<int>(m_names.size()); }
    [[nodiscard]] qint64 rowTotal(int label) const;
    [[nodiscard]] double share(int label, int answer) const;
    [[nodiscard]] int labelWidth() const;
    void paintCells(QPainter &painter) const;
    void paintNames(QPainter &painter) const;
    void tell();

    QStringList m_names;
    Counts m_counts;
};

} // namespace anneal
