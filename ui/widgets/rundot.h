// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

class QPainter;

namespace anneal {

/// For delegates: the run's colour as a dot in the middle of `rect`.
void paintRunDot(QPainter *painter, const QRectF &rect, int slot, double diameter = 10);

/// The run's colour; a click offers the twelve swatches.
class RunDot : public QAbstractButton
{
    Q_OBJECT
    Q_PROPERTY(int slot READ slot WRITE setSlot NOTIFY slotChosen)

public:
    explicit RunDot(QWidget *parent = nullptr);
    void setSlot(int slot);
    [[nodiscard]] int slot() const { return m_slot; }
    /// Off: a mere mark that takes no click and no focus.
    void setEditable(bool editable);
    void setDiameter(double pixels);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// The person chose another slot. The caller stores it (undoable) and calls setSlot.
    void slotChosen(int slot);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void offerSwatches();

    int m_slot = 1;
    double m_diameter = 10;
};

} // namespace anneal
