// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QListWidget;
class QRadioButton;

namespace anneal {

class SettingsForm;

/// Left of the form: find a setting, the sections with their state and number of changed values, Basic or All, Only
/// changed.
class SettingsSidebar : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsSidebar(SettingsForm *form, QWidget *parent = nullptr);
    void focusSearch();

private:
    void build();
    void fillSections();
    void updateSections();
    void connectForm();

    SettingsForm *m_form = nullptr;
    QLineEdit *m_search = nullptr;
    QListWidget *m_sections = nullptr;
    QRadioButton *m_basic = nullptr;
    QRadioButton *m_all = nullptr;
    QCheckBox *m_onlyChanged = nullptr;
};

} // namespace anneal
