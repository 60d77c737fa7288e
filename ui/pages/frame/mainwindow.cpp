// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/mainwindow.h"

#include <QApplication>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "charts/chartcard.h"
#include "pages/frame/dialogs.h"
#include "pages/frame/framemenus.h"
#include "pages/frame/recentworkspaces.h"
#include "pages/frame/searchbox.h"
#include "pages/frame/statusstrip.h"
#include "pages/page.h"
#include "style/text.h"
#include "widgets/modebar.h"
#include "widgets/notebox.h"

namespace anneal {

namespace {

constexpr int kShowAnywayMs = 400;
constexpr QSize kMinimumSize(1100, 700);
constexpr QSize kUsualSize(1440, 900);

} // namespace

MainWindow::MainWindow(std::filesystem::path workspace)
    : m_entries(pageList())
    , m_app(std::move(workspace))
{
    setObjectName(QStringLiteral("window"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumSize(kMinimumSize);
    resize(kUsualSize);
    setWindowTitle(tr("%1 – Anneal").arg(workspaceName(qstr(m_app.workspaceFolder().string()))));
    setupPages();
    m_menus = new FrameMenus(*this);
    m_status = new StatusStrip(m_app, this);
    setStatusBar(m_status);
    connectApp();
    m_app.workspace().start();
    askState();
    go({.page = pagekey::kHome, .runs = {}, .step = {}, .preset = {}, .item = {}});
}

MainWindow::~MainWindow()
{
    // The pages look at the context until they are gone.
    delete takeCentralWidget();
}

void MainWindow::setupPages()
{
    auto *central = new QWidget(this);
    auto *row = new QHBoxLayout(central);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_modes = new ModeBar(central);
    for (const PageEntry &entry : m_entries)
        m_modes->addMode(entry.key, entry.icon, entry.title, entry.shortcut.toString(QKeySequence::NativeText));
    m_modes->addStretch();
    m_modes->addCommand(QStringLiteral("settings"), QStringLiteral("settings"), tr("Settings"),
                        QStringLiteral("Ctrl+,"));
    m_modes->addCommand(QStringLiteral("help"), QStringLiteral("help"), tr("Help"), QStringLiteral("F1"));
    connect(m_modes, &ModeBar::modeChosen, this,
            [this](const QString &key) { go({.page = key, .runs = {}, .step = {}, .preset = {}, .item = {}}); });
    connect(m_modes, &ModeBar::commandChosen, this,
            [this](const QString &key) { key == QLatin1String("help") ? showHelp(this) : showSettings(m_app, this); });
    row->addWidget(m_modes);

    auto *column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    setupNotes(column);
    m_stack = new QStackedWidget(central);
    column->addWidget(m_stack, 1);
    row->addLayout(column, 1);
    setCentralWidget(central);
}

void MainWindow::setupNotes(QVBoxLayout *column)
{
    m_note = new NoteBox(QStringLiteral("frame.note"));
    m_note->hide();
    connect(m_note, &NoteBox::submitted, this, &MainWindow::keepNote);
    column->addWidget(m_note);
}

void MainWindow::connectApp()
{
    connect(&m_app, &AppContext::pageRequested, this, &MainWindow::go);
    connect(&m_app, &AppContext::noteRequested, this, &MainWindow::openNote);
    connect(&m_app, &AppContext::workspaceWanted, this, &MainWindow::askForWorkspace);
    connect(&m_app, &AppContext::said, m_status, &StatusStrip::say);
    connect(&m_app.workspace(), &WorkspaceService::problemChanged, this, [this](const QString &problem) {
        if (!problem.isEmpty())
            m_status->say(problem, true);
    });
}

Page *MainWindow::page(const QString &key)
{
    if (const auto known = m_pages.find(key); known != m_pages.end())
        return known->second;
    for (const PageEntry &entry : m_entries) {
        if (entry.key != key)
            continue;
        Page *page = entry.build(m_app);
        m_stack->addWidget(page);
        m_pages[key] = page;
        if (m_pageStates.contains(key))
            page->restoreState(m_pageStates[key].toObject());
        return page;
    }
    return nullptr;
}

Page *MainWindow::currentPage() const
{
    return qobject_cast<Page *>(m_stack->currentWidget());
}

void MainWindow::go(const PageRequest &request)
{
    Page *target = page(request.page);
    if (!target)
        return;
    show(target, request);
    m_history.visit(request);
    Q_EMIT historyChanged(m_history.canGoBack(), m_history.canGoForward());
}

void MainWindow::show(Page *page, const PageRequest &request)
{
    Page *before = currentPage();
    page->open(request);
    m_current = request;
    if (before != page || !page->property("active").toBool()) {
        if (before) {
            before->deactivate();
            before->setProperty("active", false);
        }
        m_stack->setCurrentWidget(page);
        page->setFocus(Qt::OtherFocusReason); // else the next button in the tab order would be framed
        page->setProperty("active", true);
        page->activate();
    }
    m_modes->setCurrent(page->key());
}

void MainWindow::goBack()
{
    if (!m_history.canGoBack())
        return;
    const PageRequest request = m_history.back();
    show(page(request.page), request);
    Q_EMIT historyChanged(m_history.canGoBack(), m_history.canGoForward());
}

void MainWindow::goForward()
{
    if (!m_history.canGoForward())
        return;
    const PageRequest request = m_history.forward();
    show(page(request.page), request);
    Q_EMIT historyChanged(m_history.canGoBack(), m_history.canGoForward());
}

void MainWindow::focusSearch()
{
    m_menus->search()->begin();
}

void MainWindow::switchRun()
{
    QStringList recent = m_history.recentRuns();
    const QStringList here = currentPage() ? currentPage()->noteTarget().runs : QStringList();
    for (const QString &run : here) // Return alone leads back to the run before
        if (recent.removeAll(run) > 0)
            recent.append(run);
    m_menus->search()->begin([this, recent](const QString &query) { return findRunsToSwitchTo(query, m_app, recent); });
}

void MainWindow::showFullScreenHere()
{
    for (QWidget *widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if (auto *chart = qobject_cast<ChartCard *>(widget)) {
            chart->showFullScreen();
            return;
        }
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && isFullScreen())
        setWindowState(windowState() & ~Qt::WindowFullScreen);
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::findOnPage()
{
    QWidget *finder = currentPage() ? currentPage()->finder() : nullptr;
    if (finder)
        finder->setFocus(Qt::ShortcutFocusReason);
    else
        focusSearch();
}

void MainWindow::cycleRegion(int direction)
{
    QList<QWidget *> regions{m_modes};
    if (currentPage())
        regions += currentPage()->regions();
    const QWidget *focused = QApplication::focusWidget();
    int now = -1;
    for (int i = 0; i < regions.size(); ++i)
        if (focused && (regions[i] == focused || regions[i]->isAncestorOf(focused)))
            now = i;
    const auto count = static_cast<int>(regions.size());
    QWidget *next = regions[(now + direction + count) % count];
    // A region that takes no focus itself hands it to its first control that does.
    if (next->focusPolicy() == Qt::NoFocus)
        for (QWidget *child : next->findChildren<QWidget *>())
            if (child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus)) {
                next = child;
                break;
            }
    next->setFocus(Qt::TabFocusReason);
}

void MainWindow::noteHere()
{
    const PageRequest target = currentPage() ? currentPage()->noteTarget() : PageRequest{};
    if (!target.runs.isEmpty()) {
        openNote(target.runs.first(), target.step);
        return;
    }
    const auto runs = m_app.workspace().runs();
    if (runs->empty())
        m_app.say(tr("A note belongs to a run. There is none yet."));
    else
        openNote(qstr(runs->front().id), {});
}

void MainWindow::openNote(const QString &runId, std::optional<qint64> step)
{
    m_noteRun = runId;
    const RunSummary *run = m_app.workspace().run(runId.toStdString());
    const QString name = run ? qstr(run->name) : runId;
    const bool live = run && run->endedMicros == 0 && run->step > 0;
    // A note made while a run trains belongs to the step it is at.
    const std::optional<std::int64_t> at = step ? std::optional<std::int64_t>(*step)
        : live                                  ? std::optional(run->step)
                                                : std::nullopt;
    m_note->open(at ? tr("%1, step %2").arg(name, countText(static_cast<double>(*at))) : name, at);
}

void MainWindow::keepNote(const QString &text)
{
    m_app.actions().addNote(m_noteRun.toStdString(), text.toStdString(), m_note->step(), this,
                            [this](Result<void> kept) {
                                if (kept)
                                    m_app.say(tr("Note kept."));
                                else
                                    m_app.sayError(kept.error());
                            });
}

void MainWindow::askForWorkspace()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Open workspace"), qstr(m_app.workspaceFolder().string()));
    if (!folder.isEmpty())
        openWorkspace(folder);
}

void MainWindow::openWorkspace(const QString &folder)
{
    if (folder.toStdString() == m_app.workspaceFolder())
        return;
    auto *next = new MainWindow(folder.toStdString());
    next->setGeometry(geometry());
    next->showWhenReady();
    connect(next, &MainWindow::ready, this, &QWidget::close);
}

void MainWindow::showWhenReady()
{
    const auto showOnce = [this] {
        if (isVisible())
            return;
        QMainWindow::show();
        Q_EMIT ready();
    };
    if (m_restored)
        showOnce();
    connect(this, &MainWindow::restored, this, showOnce);
    QTimer::singleShot(kShowAnywayMs, this, showOnce);
}

} // namespace anneal
