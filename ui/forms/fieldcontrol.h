// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "config/field.h"

namespace anneal {

/// The control of one field, whatever its type: text in, text out. Made by makeFieldControl.
class FieldControl : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    [[nodiscard]] virtual QString text() const = 0;
    /// Does not emit edited().
    virtual void setText(const QString &text) = 0;
    /// The widget that has the focus, the object name and the tone.
    [[nodiscard]] virtual QWidget *control() const = 0;
    virtual void setReadOnly(bool on);

Q_SIGNALS:
    void edited(const QString &text);
    void committed();
};

[[nodiscard]] FieldControl *makeFieldControl(const Field &field, QWidget *parent);

/// The value one arrow step up (+1) or down (−1): ×2 for batch sizes, 1-3-10 for rates, 1-2-5 for step counts, else a
/// round amount.
[[nodiscard]] double steppedValue(const Field &field, double value, int direction);
/// "4e-4", "0.98", "8192": shortest text that a field shows and reads back.
[[nodiscard]] QString numberFieldText(double value);

} // namespace anneal
