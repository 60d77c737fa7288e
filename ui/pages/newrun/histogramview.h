// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "bio/datasummary.h"

namespace anneal {

/// Bars of a histogram over a round axis: lengths of sequences, or numbers to be predicted.
class HistogramView : public QWidget
{
    Q_OBJECT
public:
    explicit HistogramView(const QString &title, QWidget *parent = nullptr);
    /// `unit` stands behind the last number of the axis.
    void setBins(const std::vector<HistogramBin> &bins, const ValueRange &range, const QString &unit);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] double most() const;
    [[nodiscard]] QRectF barRect(std::size_t bin) const;
    [[nodiscard]] QString lastLabel() const;
    void paintAxis(QPainter &painter, const QRectF &plot) const;

    QString m_title;
    QString m_unit;
    std::vector<HistogramBin> m_bins;
    bool m_lastIsOpen = false; ///< the last bin reaches further than it is drawn
};

} // namespace anneal
