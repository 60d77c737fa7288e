// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QLineEdit>

#include "pages/frame/search.h"

class QListWidget;

namespace anneal {

/// The search box of the menu bar with its list of hits. ↑ ↓ choose, Return goes there, Esc closes.
class SearchBox : public QLineEdit
{
    Q_OBJECT
public:
    using Find = std::function<std::vector<SearchHit>(const QString &)>;
    explicit SearchBox(Find find, QWidget *parent = nullptr);

    /// Takes the focus and shows what there is; with `find`, what that finds until the list closes.
    void begin(Find find = {});

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void refresh();
    void placeList();
    void choose(int row);
    void finish();
    void searchEverything();

    Find m_find;
    Find m_findNow; ///< instead of m_find
    std::vector<SearchHit> m_hits;
    QListWidget *m_list = nullptr;
};

} // namespace anneal
