// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QToolButton;

namespace anneal {

/// A setting that may change while a run trains: shows what is in force; typing offers Apply, Return applies, Esc goes
/// back. Applied text stays in the accent colour until settle().
class LiveField : public QWidget
{
    Q_OBJECT
public:
    LiveField(const QString &label, const QString &objectName, QWidget *parent = nullptr);
    /// What is in force. Does not disturb what is being typed or waits for the trainer.
    void setValue(double value);
    /// The trainer answered.
    void settle();

Q_SIGNALS:
    void applied(double value);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void apply();
    void revert();
    void edited();

    QLineEdit *m_edit = nullptr;
    QToolButton *m_apply = nullptr;
    double m_value = 0;
    bool m_typing = false;
    bool m_waiting = false;
};

} // namespace anneal
