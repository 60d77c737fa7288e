// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runview.h"

#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QVBoxLayout>

#include "base/clock.h"
#include "pages/common/tabs.h"
#include "pages/context.h"
#include "pages/runs/checkpointstab.h"
#include "pages/runs/classestab.h"
#include "pages/runs/configtab.h"
#include "pages/runs/controlstrip.h"
#include "pages/runs/eventstab.h"
#include "pages/runs/logtab.h"
#include "pages/runs/runcharts.h"
#include "pages/runs/runheader.h"
#include "pages/runs/runoffers.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kHeaderMs = 1000;

} // namespace

RunView::RunView(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
    , m_headerThrottle(kHeaderMs, [this] { showHeader(); })
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 8);
    column->setSpacing(10);
    column->addWidget(m_header = new RunHeader(app, this));
    column->addWidget(m_notice = makeLabel({}));
    m_notice->setObjectName(QStringLiteral("run.notice"));
    m_notice->setWordWrap(true);
    m_notice->hide();
    column->addWidget(m_control = new ControlStrip(app, this));
    column->addWidget(m_offers = new RunOffers(app, this));
    m_control->hide();
    m_offers->hide();
    buildTabs();
    column->addWidget(m_tabs, 1);
    connect(m_header, &RunHeader::noteWanted, this, [this] {
        const auto step = noteStep();
        m_app.addNote(runId(), step ? std::optional<qint64>(*step) : std::nullopt);
    });
    connect(m_offers, &RunOffers::logWanted, this, [this] { showTab(QStringLiteral("log")); });
    connect(m_offers, &RunOffers::resumed, this, [this] { m_follower->lookSoon(); });
    connect(m_charts, &RunCharts::eventsWanted, this, [this] { showTab(QStringLiteral("events")); });
    connect(m_events, &EventsTab::stepChosen, this, &RunView::showStep);
}

void RunView::buildTabs()
{
    m_tabs = makeTabs(QStringLiteral("run.tabs"), tr("Parts of the run"));
    m_tabs->addTab(m_charts = new RunCharts, tr("Charts"));
    m_tabs->addTab(m_classes = new ClassesTab, tr("Classes"));
    m_tabs->addTab(m_checkpoints = new CheckpointsTab(m_app), tr("Checkpoints"));
    m_tabs->addTab(m_events = new EventsTab, tr("Events"));
    m_tabs->addTab(m_log = new LogTab, tr("Log"));
    m_tabs->addTab(m_config = new ConfigTab(m_app), tr("Config"));
    connect(m_tabs, &QTabWidget::currentChanged, this, &RunView::showSnapshot);
}

QString RunView::runId() const
{
    return m_follower ? qstr(m_follower->runId()) : QString();
}

void RunView::setRun(const QString &runId)
{
    if (m_follower && runId == this->runId())
        return;
    if (m_follower)
        m_follower->disconnect(this);
    m_follower = m_app.follow(runId);
    m_control->setFollower(m_follower);
    m_log->setFollower(m_follower);
    connect(m_follower.get(), &RunFollower::changed, this, &RunView::showSnapshot);
    m_headerThrottle.flush();
    showSnapshot();
}

void RunView::showSnapshot()
{
    if (!m_follower)
        return;
    const auto snapshot = m_follower->snapshot();
    // A change of state shows at once, figures once a second.
    snapshot->evidence.phase == m_shownPhase ? m_headerThrottle.call() : m_headerThrottle.flush();
    m_control->setSnapshot(*snapshot);
    m_offers->setSnapshot(*snapshot);
    m_events->setSnapshot(*snapshot);
    m_tabs->setTabVisible(m_tabs->indexOf(m_classes), ClassesTab::hasClasses(*snapshot));
    updateTabTitles(*snapshot);
    updateNotice(*snapshot);
    const QWidget *tab = m_tabs->currentWidget();
    if (tab == m_charts)
        m_charts->setSnapshot(snapshot);
    else if (tab == m_classes)
        m_classes->setSnapshot(*snapshot);
    else if (tab == m_checkpoints)
        m_checkpoints->setSnapshot(*snapshot);
    else if (tab == m_config)
        m_config->setSnapshot(*snapshot);
}

void RunView::showHeader()
{
    if (!m_follower)
        return;
    m_shownPhase = m_follower->snapshot()->evidence.phase;
    m_header->setSnapshot(*m_follower->snapshot());
}

void RunView::updateTabTitles(const RunSnapshot &snapshot)
{
    const auto title = [](const QString &word, std::size_t count) {
        return count ? QStringLiteral("%1  %2").arg(word).arg(count) : word;
    };
    m_tabs->setTabText(m_tabs->indexOf(m_checkpoints), title(tr("Checkpoints"), snapshot.checkpoints->size()));
    m_tabs->setTabText(m_tabs->indexOf(m_events), title(tr("Events"), static_cast<std::size_t>(m_events->count())));
}

void RunView::updateNotice(const RunSnapshot &snapshot)
{
    QString text;
    Ink ink = Ink::Muted;
    if (!snapshot.problem.empty()) {
        text = qstr(snapshot.problem);
        ink = Ink::Error;
    } else if (!snapshot.loaded) {
        text = tr("Reading the run…");
    } else if (snapshot.evidence.alive() && snapshot.lastStep < 0) {
        text = snapshot.evidence.detail.empty() ? tr("Starting the trainer…") : qstr(snapshot.evidence.detail);
        text.front() = text.front().toUpper();
    } else if (snapshot.evidence.phase == RunPhase::NotResponding && snapshot.evidence.state) {
        const double silent = static_cast<double>(wallMicros() - snapshot.evidence.state->heartbeatMicros) / 1e6;
        text = tr("The trainer is there but has been silent for %1. It may be busy or stuck; the log may tell.")
                   .arg(spanText(silent));
        ink = Ink::Warn;
    }
    setInk(m_notice, ink);
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void RunView::showStep(std::int64_t step)
{
    showTab(QStringLiteral("charts"));
    m_charts->showStep(step);
}

void RunView::showTab(const QString &name)
{
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->widget(i)->objectName() == QStringLiteral("run.") + name)
            m_tabs->setCurrentIndex(i);
}

QString RunView::currentTab() const
{
    return m_tabs->currentWidget()->objectName().mid(4);
}

std::optional<std::int64_t> RunView::noteStep() const
{
    return m_tabs->currentWidget() == m_charts ? m_charts->crosshairStep() : std::nullopt;
}

QWidget *RunView::finder() const
{
    const QWidget *tab = m_tabs->currentWidget();
    return tab == m_events ? m_events->filter()
        : tab == m_log     ? m_log->finder()
        : tab == m_config  ? m_config->finder()
                           : nullptr;
}

} // namespace anneal
