// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QToolButton>

namespace anneal {

/// Filter lines that somebody wants to use again, in a menu.
class SavedFilters : public QToolButton
{
    Q_OBJECT
public:
    explicit SavedFilters(const QString &objectName, QWidget *parent = nullptr);
    /// The line in use: what "Keep" would keep.
    void setCurrent(const QString &line);
    void setKept(const QStringList &lines);
    [[nodiscard]] const QStringList &kept() const { return m_kept; }

Q_SIGNALS:
    void chosen(const QString &line);

private:
    void fill();

    QStringList m_kept;
    QString m_current;
};

} // namespace anneal
