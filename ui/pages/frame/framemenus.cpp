// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/framemenus.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>

#include "pages/frame/dialogs.h"
#include "pages/frame/mainwindow.h"
#include "pages/frame/recentworkspaces.h"
#include "pages/frame/searchbox.h"
#include "pages/frame/themesetting.h"
#include "pages/page.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kMenuHeight = 34;

} // namespace

FrameMenus::FrameMenus(MainWindow &window)
    : QObject(&window)
    , m_window(window)
{
    window.menuBar()->setObjectName(QStringLiteral("frame.menu"));
    window.menuBar()->setAccessibleName(tr("Menu bar"));
    buildFile();
    buildEdit();
    buildView();
    buildPage();
    buildHelp();
    buildCorner();
}

QAction *FrameMenus::add(QMenu *menu, const QString &name, const QString &text, const QKeySequence &keys,
                         std::function<void()> act)
{
    QAction *action = menu->addAction(text);
    action->setObjectName(QStringLiteral("frame.") + name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
    // Menus of a closed menu bar do not hear shortcuts; the window does.
    m_window.addAction(action);
    m_actions.append(action);
    return action;
}

void FrameMenus::buildFile()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&File"));
    add(menu, QStringLiteral("newRun"), tr("&New run"), QKeySequence(QStringLiteral("Ctrl+N")),
        [this] { m_window.app().newRunFromPreset({}); });
    add(menu, QStringLiteral("openWorkspace"), tr("&Open workspace…"), QKeySequence(QStringLiteral("Ctrl+O")),
        [this] { m_window.askForWorkspace(); });
    menu->addSeparator();
    add(menu, QStringLiteral("settings"), tr("&Settings…"), QKeySequence(QStringLiteral("Ctrl+,")),
        [this] { showSettings(m_window.app(), &m_window); });
    menu->addSeparator();
    add(menu, QStringLiteral("close"), tr("&Close window"), QKeySequence(QStringLiteral("Ctrl+Q")),
        [this] { m_window.close(); });
}

void FrameMenus::buildEdit()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&Edit"));
    const auto here = [this](void (Page::*act)()) {
        return [this, act] {
            if (Page *page = m_window.currentPage())
                (page->*act)();
        };
    };
    add(menu, QStringLiteral("undo"), tr("&Undo"), QKeySequence(QStringLiteral("Ctrl+Z")), here(&Page::undo));
    QAction *again =
        add(menu, QStringLiteral("redo"), tr("&Redo"), QKeySequence(QStringLiteral("Ctrl+Shift+Z")), here(&Page::redo));
    again->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    menu->addSeparator();
    add(menu, QStringLiteral("find"), tr("&Find on this page"), QKeySequence(QStringLiteral("Ctrl+F")),
        [this] { m_window.findOnPage(); });
    add(menu, QStringLiteral("searchAll"), tr("&Search everywhere"), QKeySequence(QStringLiteral("Ctrl+K")),
        [this] { m_window.focusSearch(); });
    add(menu, QStringLiteral("switchRun"), tr("S&witch to a run"), QKeySequence(QStringLiteral("Ctrl+J")),
        [this] { m_window.switchRun(); });
}

void FrameMenus::buildView()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&View"));
    for (const PageEntry &entry : m_window.pages())
        add(menu, QStringLiteral("page.") + entry.key, entry.title, entry.shortcut,
            [this, key = entry.key] { m_window.go({.page = key, .runs = {}, .step = {}, .preset = {}, .item = {}}); });
    menu->addSeparator();
    QAction *back = add(menu, QStringLiteral("back"), tr("&Back"), QKeySequence(QStringLiteral("Alt+Left")),
                        [this] { m_window.goBack(); });
    QAction *forward = add(menu, QStringLiteral("forward"), tr("&Forward"), QKeySequence(QStringLiteral("Alt+Right")),
                           [this] { m_window.goForward(); });
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(&m_window, &MainWindow::historyChanged, back, [back, forward](bool canGoBack, bool canGoForward) {
        back->setEnabled(canGoBack);
        forward->setEnabled(canGoForward);
    });
    menu->addSeparator();
    add(menu, QStringLiteral("nextRegion"), tr("Next &region"), QKeySequence(QStringLiteral("F6")),
        [this] { m_window.cycleRegion(1); });
    add(menu, QStringLiteral("previousRegion"), tr("Previous region"), QKeySequence(QStringLiteral("Shift+F6")),
        [this] { m_window.cycleRegion(-1); });
    menu->addSeparator();
    fillThemes(menu->addMenu(tr("&Theme")));
    add(menu, QStringLiteral("fullScreen"), tr("F&ull screen"), QKeySequence(QStringLiteral("F11")),
        [this] { m_window.showFullScreenHere(); });
}

void FrameMenus::fillThemes(QMenu *menu)
{
    auto *group = new QActionGroup(menu);
    for (const ThemeName &theme : themeNames()) {
        QAction *action = menu->addAction(theme.label);
        action->setObjectName(QStringLiteral("frame.theme.") + theme.key);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, choice = theme.choice] { chooseTheme(m_window.app(), choice); });
        connect(menu, &QMenu::aboutToShow, action,
                [action, choice = theme.choice] { action->setChecked(Theme::instance().choice() == choice); });
    }
}

void FrameMenus::buildPage()
{
    m_page = m_window.menuBar()->addMenu(tr("&Run"));
    QAction *note = add(m_page, QStringLiteral("addNote"), tr("Add &note"), QKeySequence(QStringLiteral("Ctrl+M")),
                        [this] { m_window.noteHere(); });
    connect(m_page, &QMenu::aboutToShow, this, [this, note] {
        // What the page in view can do, then what works everywhere.
        m_page->clear();
        if (const Page *page = m_window.currentPage())
            m_page->addActions(page->actions());
        m_page->addSeparator();
        m_page->addAction(note);
    });
}

void FrameMenus::buildHelp()
{
    QMenu *menu = m_window.menuBar()->addMenu(tr("&Help"));
    add(menu, QStringLiteral("help"), tr("&Keyboard and help"), QKeySequence(QStringLiteral("F1")),
        [this] { showHelp(&m_window); });
}

void FrameMenus::buildCorner()
{
    auto *corner = new QWidget(m_window.menuBar());
    auto *row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 8, 0);
    corner->setFixedHeight(kMenuHeight);
    row->setSpacing(8);
    m_search = new SearchBox([this](const QString &query) { return findEverywhere(query, m_window.app(), actions()); },
                             corner);
    row->addWidget(m_search);

    auto *chooser = new QToolButton(corner);
    const QString folder = qstr(m_window.app().workspaceFolder().string());
    chooser->setObjectName(QStringLiteral("frame.workspace"));
    chooser->setText(tr("Workspace: %1").arg(workspaceName(folder)));
    chooser->setAccessibleName(tr("Workspace: %1").arg(workspaceName(folder)));
    chooser->setToolTip(folder);
    chooser->setProperty("look", QStringLiteral("chooser"));
    chooser->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(chooser);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillWorkspaces(menu); });
    chooser->setMenu(menu);
    row->addWidget(chooser);
    m_window.menuBar()->setCornerWidget(corner);
}

void FrameMenus::fillWorkspaces(QMenu *menu)
{
    menu->clear();
    const QString here = qstr(m_window.app().workspaceFolder().string());
    for (const QString &folder : recentWorkspaces()) {
        QAction *action =
            menu->addAction(workspaceName(folder), this, [this, folder] { m_window.openWorkspace(folder); });
        action->setToolTip(folder);
        action->setCheckable(true);
        action->setChecked(folder == here);
    }
    menu->addSeparator();
    menu->addAction(tr("Open folder…"), this, [this] { m_window.askForWorkspace(); });
}

QList<QAction *> FrameMenus::actions() const
{
    QList<QAction *> all = m_actions;
    if (const Page *page = m_window.currentPage())
        all += page->actions();
    return all;
}

} // namespace anneal
