// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include "config/field.h"

class QLabel;

namespace anneal {

/// A line for a number with its unit and two step arrows inside. Takes "3e-4", "64k", "1.5M"; keeps the text as typed.
class NumberEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit NumberEdit(const Field &field, QWidget *parent = nullptr);
    void step(int direction);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    const Field &m_field;
    int m_reserved = 0;
};

} // namespace anneal
