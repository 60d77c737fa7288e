// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace anneal {

/// "Same run from a terminal": title, Copy, the command in mono on sunken ground; it wraps at blanks.
class CommandBox : public QFrame
{
    Q_OBJECT

public:
    /// `objectName` names the box; the button is objectName + ".copy".
    explicit CommandBox(const QString &title, const QString &objectName, QWidget *parent = nullptr);
    void setCommand(const QString &command);
    [[nodiscard]] QString command() const { return m_command; }

private:
    QString m_command;
    QLabel *m_text = nullptr;
    QToolButton *m_copy = nullptr;
};

} // namespace anneal
