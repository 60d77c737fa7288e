// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QKeySequence>
#include <QObject>

class QAction;
class QMenu;
class QToolButton;

namespace anneal {

class MainWindow;
class SearchBox;

/// Menu bar of a window, with the search box and the workspace chooser in its right corner.
class FrameMenus : public QObject
{
    Q_OBJECT
public:
    explicit FrameMenus(MainWindow &window);
    [[nodiscard]] SearchBox *search() const { return m_search; }
    /// Every action that can be chosen now, for the search box.
    [[nodiscard]] QList<QAction *> actions() const;

private:
    void buildFile();
    void buildEdit();
    void buildView();
    void buildPage();
    void buildHelp();
    void buildCorner();
    void fillThemes(QMenu *menu);
    void fillWorkspaces(QMenu *menu);
    QAction *add(QMenu *menu, const QString &name, const QString &text, const QKeySequence &keys,
                 std::function<void()> act);

    MainWindow &m_window;
    QMenu *m_page = nullptr;
    SearchBox *m_search = nullptr;
    QList<QAction *> m_actions;
};

} // namespace anneal
