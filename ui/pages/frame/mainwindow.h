// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <memory>

#include <QJsonObject>
#include <QMainWindow>

#include "pages/context.h"
#include "pages/frame/history.h"
#include "pages/pagelist.h"

class QStackedWidget;
class QVBoxLayout;

namespace anneal {

class FrameMenus;
class ModeBar;
class NoteBox;
class Page;
class SearchBox;
class StatusStrip;

/// The frame around the pages: menus, mode bar, search, notes, history, status line. One window shows one workspace.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(std::filesystem::path workspace);
    ~MainWindow() override;

    [[nodiscard]] AppContext &app() { return m_app; }
    /// The page with this key, built if need be; null when there is none.
    [[nodiscard]] Page *page(const QString &key);
    [[nodiscard]] Page *currentPage() const;
    [[nodiscard]] const std::vector<PageEntry> &pages() const { return m_entries; }

    /// Shows the window as soon as the workspace's index is read, so that the first picture has the runs in it.
    void showWhenReady();

    void go(const PageRequest &request);
    void goBack();
    void goForward();
    void focusSearch();
    /// The search box with runs alone, those visited last first.
    void switchRun();
    /// The chart that has the focus, else the window; again = back.
    void showFullScreenHere();
    void findOnPage();
    void cycleRegion(int direction);
    void noteHere();
    void openWorkspace(const QString &folder);
    void askForWorkspace();

Q_SIGNALS:
    /// The window is on the screen.
    void ready();
    /// What the workspace remembers of the window is applied, or could not be read.
    void restored();
    void historyChanged(bool canGoBack, bool canGoForward);

protected:
    void closeEvent(QCloseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setupPages();
    void setupNotes(QVBoxLayout *column);
    void connectApp();
    void show(Page *page, const PageRequest &request);
    void openNote(const QString &runId, std::optional<qint64> step);
    void keepNote(const QString &text);
    void askState();
    void restore(const QJsonObject &state);
    void saveState();

    std::vector<PageEntry> m_entries;
    AppContext m_app;
    PageHistory m_history;
    std::map<QString, Page *> m_pages;
    QJsonObject m_pageStates;
    PageRequest m_current;
    QString m_noteRun;
    bool m_restored = false;
    FrameMenus *m_menus = nullptr;
    ModeBar *m_modes = nullptr;
    QStackedWidget *m_stack = nullptr;
    NoteBox *m_note = nullptr;
    StatusStrip *m_status = nullptr;
};

} // namespace anneal
