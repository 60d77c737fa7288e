// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "config/issue.h"

class QVBoxLayout;

namespace anneal {

/// Errors and warnings before a start; each leads to its field.
class CheckList : public QWidget
{
    Q_OBJECT
public:
    explicit CheckList(QWidget *parent = nullptr);
    void setChecks(const std::vector<Issue> &checks);

Q_SIGNALS:
    void goTo(const QString &key);

private:
    [[nodiscard]] QWidget *makeRow(const Issue &issue, int number);

    std::vector<Issue> m_checks;
    QVBoxLayout *m_layout = nullptr;
};

} // namespace anneal
