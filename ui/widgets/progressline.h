// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

class QPainter;

namespace anneal {

/// For delegates: a thin track, filled to `share` (0 – 1).
void paintProgressLine(QPainter *painter, const QRectF &rect, double share, const QColor &fill);

/// A thin bar for progress, load or memory. No animation.
class ProgressLine : public QWidget
{
    Q_OBJECT

public:
    explicit ProgressLine(QWidget *parent = nullptr);
    void setShare(double share);
    [[nodiscard]] double share() const { return m_share; }
    /// A run slot's colour instead of the accent; 0 = accent.
    void setSlot(int slot);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_share = 0;
    int m_slot = 0;
};

} // namespace anneal
