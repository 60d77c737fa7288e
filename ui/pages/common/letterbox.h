// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPainter;

namespace anneal {

/// For delegates: the mark's letter in a small box at the left of `rect`, in the colour that it has on charts.
void paintLetterBox(QPainter *painter, const QRect &rect, QChar letter);

/// The letter of an event in a box (ui.md §5), as on the charts.
class LetterBox : public QWidget
{
    Q_OBJECT
public:
    explicit LetterBox(QChar letter, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QChar m_letter;
};

} // namespace anneal
