// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/homepage.h"

#include <QGridLayout>
#include <QJsonArray>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>

#include "base/clock.h"
#include "pages/common/runtable.h"
#include "pages/frame/recentworkspaces.h"
#include "pages/home/attentioncard.h"
#include "pages/home/firstrunview.h"
#include "pages/home/journalcard.h"
#include "pages/home/machinecard.h"
#include "pages/home/recentruns.h"
#include "pages/home/runningcard.h"
#include "pages/home/samplescard.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kRecentRuns = 8;
constexpr std::size_t kFullCards = 4;
constexpr int kRightWidth = 368;
constexpr int kNarrow = 1240 - 76; ///< of the window, without the mode bar

QWidget *makeScroll(QWidget *content, Qt::Alignment alignment, const QString &name)
{
    auto *scroll = new QScrollArea;
    scroll->setObjectName(name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setAlignment(alignment);
    scroll->setWidget(content);
    return scroll;
}

QString runsText(const QString &workspace, std::size_t runs)
{
    return runs == 1 ? HomePage::tr("%1 · 1 run").arg(workspace)
                     : HomePage::tr("%1 · %2 runs").arg(workspace).arg(runs);
}

} // namespace

HomePage::HomePage(AppContext &app, QWidget *parent)
    : Page(pagekey::kHome, app, parent)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(makeScroll(makeDaily(), Qt::AlignLeft, QStringLiteral("home.daily")));
    m_stack->addWidget(makeScroll(new FirstRunView(app), Qt::AlignHCenter, QStringLiteral("home.firstRun")));
    column->addWidget(m_stack);
    m_model.follow(&app.workspace());
    connect(&app.workspace(), &WorkspaceService::runsChanged, this, &HomePage::refresh);
    connect(&app.machine(), &MachineMonitor::changed, this, &HomePage::refresh);
    refresh();
}

QWidget *HomePage::makeDaily()
{
    auto *daily = new QWidget;
    auto *column = new QVBoxLayout(daily);
    column->setContentsMargins(16, 12, 16, 16);
    column->setSpacing(12);
    column->addWidget(makeHeader());
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(12);
    m_columns->addWidget(m_left = makeLeft(), 1);
    m_columns->addWidget(m_right = makeRight());
    column->addLayout(m_columns, 1);
    return daily;
}

QWidget *HomePage::makeHeader()
{
    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 4);
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("Home"), TextRole::PageTitle));
    m_subtitle = makeLabel({}, TextRole::Secondary);
    row->addWidget(m_subtitle);
    row->addStretch(1);
    QPushButton *open = makeButton(tr("Open folder…"), QStringLiteral("home.header.openFolder"));
    connect(open, &QPushButton::clicked, &app(), &AppContext::chooseWorkspace);
    row->addWidget(open);
    QPushButton *fresh = makePrimaryButton(tr("New run"), QStringLiteral("home.header.newRun"));
    connect(fresh, &QPushButton::clicked, this, [this] { app().newRunFromPreset({}); });
    row->addWidget(fresh);
    return header;
}

QWidget *HomePage::makeLeft()
{
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    auto *title = new QHBoxLayout;
    title->setSpacing(8);
    title->addWidget(makeLabel(tr("Running now"), TextRole::CardTitle));
    title->addWidget(m_runningCount = makeLabel({}, TextRole::Secondary));
    title->addStretch(1);
    column->addLayout(title);
    column->addWidget(
        m_nothing = makeLabel(tr("Nothing is running. Start a sample, or set up a new run."), TextRole::Secondary));
    m_running = new QGridLayout;
    m_running->setSpacing(12);
    m_running->setColumnStretch(0, 1);
    m_running->setColumnStretch(1, 1);
    column->addLayout(m_running);
    column->addWidget(m_attention = new AttentionCard(app()));
    column->addWidget(makeRecent());
    column->addWidget(new JournalCard(app()));
    column->addStretch(1);
    return left;
}

Card *HomePage::makeRecent()
{
    auto *card = new Card(tr("Recent runs"));
    card->setHeaderLine(true);
    card->setBodyMargins(1, 0, 1, 1);
    QToolButton *all = makeLink(tr("All runs"), QStringLiteral("home.recent.all"));
    connect(all, &QToolButton::clicked, this,
            [this] { app().go({.page = pagekey::kRuns, .runs = {}, .step = {}, .preset = {}, .item = {}}); });
    card->tools()->addWidget(all);
    auto *newest = new RecentRuns(kRecentRuns, this);
    newest->setSourceModel(&m_model);
    m_recent = new RunTable(QStringLiteral("home.recent.table"));
    m_recent->setAccessibleName(tr("Recent runs"));
    m_recent->setModel(newest);
    m_recent->showColumns({{RunListModel::Name, 170},
                           {RunListModel::State, 122},
                           {RunListModel::Curve, 104},
                           {RunListModel::ValidationLoss, 76},
                           {RunListModel::Tokens, 80},
                           {RunListModel::Time, 104},
                           {RunListModel::Ended, 116},
                           {RunListModel::Why, 0}});
    m_recent->fitToRows();
    connect(m_recent, &RunTable::runActivated, this, [this](const QString &id) { app().openRun(id); });
    card->body()->addWidget(m_recent);
    return card;
}

QWidget *HomePage::makeRight()
{
    auto *right = new QWidget;
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addWidget(makeLabel(tr("Start from a sample"), TextRole::CardTitle));
    column->addWidget(new SamplesCard(app()));
    column->addWidget(makeLabel(tr("This machine"), TextRole::CardTitle));
    column->addWidget(new MachineCard(app().machine()));
    column->addStretch(1);
    return right;
}

/// In a narrow window the right column stands below the left one.
void HomePage::placeRight()
{
    const bool narrow = width() < kNarrow;
    m_columns->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_right->setMinimumWidth(narrow ? 0 : kRightWidth);
    m_right->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : kRightWidth);
}

void HomePage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    placeRight();
}

void HomePage::refresh()
{
    if (!m_active)
        return;
    const auto runs = app().workspace().runs();
    const bool firstRun = app().workspace().ready() && runs->empty();
    m_stack->setCurrentIndex(firstRun ? 1 : 0);
    const QString name = workspaceName(qstr(app().workspaceFolder().string()));
    m_subtitle->setText(app().workspace().ready() ? runsText(name, runs->size())
                                                  : tr("%1 · reading the runs…").arg(name));
    refreshRunning(*runs);
    m_attention->setItems(attentionItems(*runs, app().machine().load(), wallMicros()));
}

void HomePage::refreshRunning(const RunSummaries &runs)
{
    std::map<std::string, RunningCard *> gone;
    gone.swap(m_cards);
    int place = 0;
    for (const RunSummary &run : runs) {
        if (run.endedMicros != 0 || !run.damaged.empty())
            continue;
        auto known = gone.find(run.id);
        RunningCard *card = known == gone.end() ? new RunningCard(run, app()) : known->second;
        if (known != gone.end())
            gone.erase(known);
        card->setRun(run);
        const QLayoutItem *there = m_running->itemAtPosition(place / 2, place % 2);
        if (!there || there->widget() != card)
            m_running->addWidget(card, place / 2, place % 2);
        m_cards[run.id] = card;
        ++place;
    }
    for (const auto &[id, card] : gone)
        card->deleteLater();
    for (const auto &[id, card] : m_cards)
        card->setCompact(m_cards.size() > kFullCards);
    m_runningCount->setText(place ? QString::number(place) : QString());
    m_nothing->setVisible(place == 0);
    m_running->setColumnStretch(1, place > 1 ? 1 : 0); // one card takes the whole width
}

void HomePage::activate()
{
    m_active = true;
    refresh();
}

void HomePage::deactivate()
{
    m_active = false;
}

QList<QWidget *> HomePage::regions() const
{
    return {m_left, m_recent, m_right};
}

QJsonObject HomePage::saveState() const
{
    QJsonArray done;
    for (const QString &id : m_attention->done())
        done.append(id);
    return {{QStringLiteral("attentionDone"), done}};
}

void HomePage::restoreState(const QJsonObject &state)
{
    QSet<QString> done;
    for (const QJsonValue &id : state[QStringLiteral("attentionDone")].toArray())
        done.insert(id.toString());
    m_attention->setDone(done);
}

} // namespace anneal
