// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace anneal {

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

Q_SIGNALS:
    void nameEdited(const QString &name);
    void tagsEdited(const QString &tags);
    void presetChosen(const QString &key);

private:
    QLineEdit *m_name = nullptr;
    QLineEdit *m_tags = nullptr;
    QComboBox *m_preset = nullptr;
    QLabel *m_origin = nullptr;
};

} // namespace anneal
