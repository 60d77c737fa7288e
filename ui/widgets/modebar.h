// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>

class QAbstractButton;
class QButtonGroup;
class QVBoxLayout;

namespace anneal {

/// The 76 px bar at the left: icon above word. Arrow keys move, Space or Enter chooses.
class ModeBar : public QWidget
{
    Q_OBJECT

public:
    explicit ModeBar(QWidget *parent = nullptr);
    /// `key` makes the object name: "newRun" → "mode.newRun".
    void addMode(const QString &key, const QString &iconName, const QString &word, const QString &toolTip = {});
    /// A button at the bottom end that opens something instead of choosing a page (Settings, Help).
    void addCommand(const QString &key, const QString &iconName, const QString &word, const QString &toolTip = {});
    void addStretch();
    void setCurrent(const QString &key);
    [[nodiscard]] QString current() const;

Q_SIGNALS:
    void modeChosen(const QString &key);
    void commandChosen(const QString &key);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QAbstractButton *addButton(const QString &key, const QString &iconName, const QString &word,
                               const QString &toolTip);

    QVBoxLayout *m_layout = nullptr;
    QButtonGroup *m_group = nullptr;
    QHash<QString, QAbstractButton *> m_buttons;
};

} // namespace anneal
