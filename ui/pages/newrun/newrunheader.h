// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace anneal {

class ElidedLabel;

/// Name, tags, preset and where the settings come from.
class NewRunHeader : public QWidget
{
    Q_OBJECT
public:
    explicit NewRunHeader(QWidget *parent = nullptr);
    void setName(const QString &name);
    void setSuggestedName(const QString &name); ///< shown where no name was given
    [[nodiscard]] QString name() const; ///< the typed one, else the suggested one
    void setTags(const QString &tags);
    void setPreset(const QString &key); ///< does not emit presetChosen()
    void setOrigin(const QString &text);
    /// The field of this setting takes the focus; false when it does not stand here.
    bool goTo(const QString &key);
    /// Where there is no room for both: which of form and pre-flight is shown.
    void setTabsShown(bool shown);
    [[nodiscard]] bool preflightChosen() const;
    void choosePreflight(bool on);

Q_SIGNALS:
    void nameEdited(const QString &name);
    void tagsEdited(const QString &tags);
    void presetChosen(const QString &key);
    void tabChosen();

private:
    [[nodiscard]] QWidget *buildTabs();

    QLineEdit *m_name = nullptr;
    QLineEdit *m_tags = nullptr;
    QComboBox *m_preset = nullptr;
    ElidedLabel *m_origin = nullptr;
    QWidget *m_tabs = nullptr;
    QToolButton *m_settingsTab = nullptr;
    QToolButton *m_preflightTab = nullptr;
};

} // namespace anneal
