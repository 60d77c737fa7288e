// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace anneal {

/// One line of text that gives way: cut with "…" where there is no room, the whole text as tooltip then.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    void setElideMode(Qt::TextElideMode mode);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace anneal
