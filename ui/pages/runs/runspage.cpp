// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runspage.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include "pages/common/tabs.h"
#include "pages/runs/archivedruns.h"
#include "pages/runs/controlstrip.h"
#include "pages/runs/deleterun.h"
#include "pages/runs/runheader.h"
#include "pages/runs/runlistpanel.h"
#include "pages/runs/runview.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kNarrow = 1240 - 76;

} // namespace

RunsPage::RunsPage(AppContext &app, QWidget *parent)
    : Page(pagekey::kRuns, app, parent)
{
    m_model.follow(&app.workspace());
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    column->addWidget(m_splitter);
    m_list = new RunListPanel(m_model, app);
    m_splitter->addWidget(m_list);
    m_stack = new QStackedWidget;
    m_empty = makeLabel(tr("No run yet. Start a sample on Home, or set up a new run."), TextRole::Body);
    m_empty->setAlignment(Qt::AlignCenter);
    m_stack->addWidget(m_empty);
    m_view = new RunView(app);
    m_stack->addWidget(m_view);
    m_splitter->addWidget(m_stack);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({measures().runList, 1140});
    connect(m_list, &RunListPanel::runChosen, this, [this](const QString &id) { this->app().openRun(id); });
    connect(&app.workspace(), &WorkspaceService::runsChanged, this, &RunsPage::showNewestIfNone);
    addActions();
}

void RunsPage::addRunAction(const QString &text, const QString &keys, std::function<void()> act)
{
    auto *action = new QAction(text, this);
    action->setShortcut(QKeySequence(keys));
    connect(action, &QAction::triggered, this, [this, act = std::move(act)] {
        if (!m_view->runId().isEmpty())
            act();
    });
    addAction(action);
}

/// Its key works in the list of runs alone: elsewhere it means something else.
void RunsPage::addListAction(const QString &text, const QString &keys, std::function<void()> act)
{
    addRunAction(text, keys, std::move(act));
    QAction *action = actions().constLast();
    action->setShortcutContext(Qt::WidgetShortcut);
    m_list->list()->addAction(action);
}

void RunsPage::addActions()
{
    ControlStrip *control = m_view->control();
    const auto live = [control](auto act) {
        return [control, act] {
            if (control->isVisible())
                act(*control);
        };
    };
    addRunAction(tr("Pause / continue"), QStringLiteral("Ctrl+Shift+P"),
                 live([](ControlStrip &strip) { strip.pauseOrContinue(); }));
    addRunAction(tr("Checkpoint now"), QStringLiteral("Ctrl+Shift+C"),
                 live([](ControlStrip &strip) { strip.checkpointNow(); }));
    addRunAction(tr("Evaluate now"), QStringLiteral("Ctrl+Shift+E"),
                 live([](ControlStrip &strip) { strip.evaluateNow(); }));
    addRunAction(tr("Stop and save"), QStringLiteral("Ctrl+Shift+S"),
                 live([](ControlStrip &strip) { strip.stopAndSave(); }));
    addRunAction(tr("Rename"), QStringLiteral("F2"), [this] { m_view->header()->beginRename(); });
    addRunAction(tr("New run with these settings"), QStringLiteral("Ctrl+Shift+N"),
                 [this] { app().newRunFrom(m_view->runId()); });
    addRunAction(tr("Add tag"), {}, [this] { m_view->header()->beginTag(); });
    addListAction(tr("Archive"), QStringLiteral("Delete"), [this] { m_list->archive(m_view->runId()); });
    addListAction(tr("Delete files…"), QStringLiteral("Shift+Delete"),
                  [this] { askToDelete(app(), m_view->runId(), this); });
    addRunAction(tr("Archived runs…"), {}, [this] { showArchivedRuns(app(), this); });
    addRunAction(tr("Add to Compare"), {}, [this] { app().compare({m_view->runId()}); });
    addRunAction(tr("Try out"), {}, [this] { app().tryOut(m_view->runId()); });
    addRunAction(tr("Show / hide run list"), QStringLiteral("Ctrl+B"), [this] {
        m_listHidden = m_list->isVisible();
        m_list->setVisible(!m_listHidden);
    });
    addRunAction(tr("Next tab"), QStringLiteral("Ctrl+PgDown"), [this] { turnTab(*m_view->tabs(), 1); });
    addRunAction(tr("Previous tab"), QStringLiteral("Ctrl+PgUp"), [this] { turnTab(*m_view->tabs(), -1); });
}

void RunsPage::open(const PageRequest &request)
{
    if (!request.runs.isEmpty()) {
        m_view->setRun(request.runs.first());
        m_list->setCurrent(request.runs.first());
        m_stack->setCurrentWidget(m_view);
    }
    if (!request.item.isEmpty())
        m_view->showTab(request.item);
    if (request.step)
        m_view->showStep(*request.step);
    showNewestIfNone();
}

void RunsPage::showNewestIfNone()
{
    const auto runs = app().workspace().runs();
    if (!m_view->runId().isEmpty() || runs->empty())
        return;
    const bool known = !m_wanted.isEmpty() && app().workspace().run(m_wanted.toStdString());
    const QString id = known ? m_wanted : qstr(runs->front().id);
    m_view->setRun(id);
    m_list->setCurrent(id);
    m_stack->setCurrentWidget(m_view);
}

void RunsPage::activate()
{
    m_list->list()->setFocus();
}

QList<QWidget *> RunsPage::regions() const
{
    return {m_list->filter(), m_list->list(), m_view->header(), m_view->control(), m_view->tabs()};
}

QWidget *RunsPage::finder() const
{
    QWidget *inTab = m_view->finder();
    return inTab ? inTab : m_list->filter();
}

PageRequest RunsPage::noteTarget() const
{
    PageRequest target;
    if (m_view->runId().isEmpty())
        return target;
    target.runs = {m_view->runId()};
    if (const auto step = m_view->noteStep())
        target.step = *step;
    return target;
}

QJsonObject RunsPage::saveState() const
{
    return {{QStringLiteral("run"), m_view->runId()},
            {QStringLiteral("tab"), m_view->currentTab()},
            {QStringLiteral("listHidden"), m_listHidden},
            {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())}};
}

void RunsPage::restoreState(const QJsonObject &state)
{
    m_wanted = state[QStringLiteral("run")].toString();
    m_view->showTab(state[QStringLiteral("tab")].toString());
    m_listHidden = state[QStringLiteral("listHidden")].toBool();
    m_list->setVisible(!m_listHidden);
    m_splitter->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
}

void RunsPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    // A narrow window keeps its room for the run; Ctrl+B brings the list back.
    const bool narrow = width() < kNarrow;
    if (narrow != (event->oldSize().width() >= 0 && event->oldSize().width() < kNarrow))
        m_list->setVisible(!narrow && !m_listHidden);
}

} // namespace anneal
