// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLineEdit;
class QToolButton;

namespace anneal {

/// The tags of something in a row, with a menu each, and a field for one more. More than a few fold into "+2".
class TagBar : public QWidget
{
    Q_OBJECT
public:
    /// Parts are named after it: ….tag.NAME, ….more, ….add, ….field.
    explicit TagBar(const QString &objectName, QWidget *parent = nullptr);
    void setTags(const QStringList &tags);
    /// What the field completes.
    void setKnown(const QStringList &tags);
    void beginAdd();

Q_SIGNALS:
    void added(const QString &tag);
    void removed(const QString &tag);
    /// Show everything with this tag.
    void followed(const QString &tag);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void finishAdd(bool keep);
    [[nodiscard]] QToolButton *makeTag(const QString &tag);

    QStringList m_tags;
    QHBoxLayout *m_row = nullptr;
    QWidget *m_chips = nullptr;
    QToolButton *m_add = nullptr;
    QLineEdit *m_field = nullptr;
};

} // namespace anneal
