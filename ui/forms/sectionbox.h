// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace anneal {

/// A collapsible card. Collapsed it shows one line of summary; the header shows how many values changed and Reset
/// section.
class SectionBox : public QFrame
{
    Q_OBJECT

public:
    SectionBox(const QString &title, const QString &objectName, QWidget *parent = nullptr);
    [[nodiscard]] QVBoxLayout *body() { return m_body; }
    void setOpen(bool open);
    [[nodiscard]] bool isOpen() const { return m_open; }
    void setSummary(const QString &summary);
    void setChangedCount(int count);
    [[nodiscard]] int changedCount() const { return m_count; }
    [[nodiscard]] QString title() const;

Q_SIGNALS:
    void openChanged(bool open);
    void resetRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void build(const QString &title);
    void showHeader();

    QToolButton *m_toggle = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_changed = nullptr;
    QToolButton *m_reset = nullptr;
    QWidget *m_content = nullptr;
    QVBoxLayout *m_body = nullptr;
    bool m_open = true;
    int m_count = 0;
};

} // namespace anneal
