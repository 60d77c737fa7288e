// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runcharts.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QTimer>

#include "base/clock.h"
#include "charts/chartcard.h"
#include "charts/charttoolbar.h"
#include "pages/common/serieslook.h"
#include "pages/runs/latestevents.h"
#include "pages/runs/livevalues.h"
#include "pages/runs/runheader.h"
#include "pages/runs/runmarks.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/dashboardgrid.h"

namespace anneal {

namespace {

constexpr int kRedrawMs = 500;
constexpr int kClockMs = 1000;
constexpr double kLeastStaleSeconds = 10;
const std::set<std::string> kOwnCards{"train.loss", "validation.loss", "optimizer.lr",     "grad_norm",
                                      "param_norm", "update_ratio",    "tokens_per_second"};

/// Within one run the second line has slot 2, unless that is the run's own colour.
int secondSlot(int slot)
{
    return slot == 2 ? 1 : 2;
}

QString validationNote(const Config &config)
{
    const std::string &task = config.objective.task;
    if (task == "causal_lm")
        return RunCharts::tr("nats per token, each from those before it");
    if (task == "regression")
        return RunCharts::tr("mean squared error");
    if (task != "masked_lm")
        return RunCharts::tr("nats per label");
    return config.objective.validation_masking == "all_hidden"
        ? RunCharts::tr("nats per target; validation hides every scored residue")
        : RunCharts::tr("nats per target; validation is masked as training is");
}

} // namespace

RunCharts::RunCharts(QWidget *parent)
    : QWidget(parent)
    , m_throttle(kRedrawMs, [this] { update(); })
{
    setObjectName(QStringLiteral("run.charts"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    m_tools = new ChartToolBar(&m_group, QStringLiteral("run.charts"), this);
    m_tools->tail()->addWidget(m_age = makeLabel({}, TextRole::Secondary));
    m_age->setObjectName(QStringLiteral("run.charts.age"));
    column->addWidget(m_tools);
    column->addWidget(m_damage = makeLabel({}, TextRole::Secondary));
    setInk(m_damage, Ink::Warn);
    m_damage->hide();
    auto *scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("run.charts.scroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_grid = new DashboardGrid;
    scroll->setWidget(m_grid);
    column->addWidget(scroll, 1);
    buildCards();
    m_clock = new QTimer(this);
    connect(m_clock, &QTimer::timeout, this, &RunCharts::updateAge);
    m_clock->start(kClockMs);
    connect(&m_group, &ChartGroup::settingsChanged, this, [this] {
        updateExtent();
        updateMarks();
        updateReferences();
    });
    connect(&m_group, &ChartGroup::markActivated, this, &RunCharts::eventsWanted);
}

ChartCard *RunCharts::addCard(const QString &title, const QString &name, int span)
{
    auto *card = new ChartCard(title, QStringLiteral("run.charts.") + name, &m_group, m_grid);
    m_grid->addCard(card, span);
    return card;
}

/// Titled and numbered as that series is everywhere.
ChartCard *RunCharts::addSeriesCard(const std::string &series, const QString &name)
{
    const SeriesLook look = seriesLook(series);
    ChartCard *card = addCard(look.title, name);
    card->setFormat(look.format);
    return card;
}

void RunCharts::buildCards()
{
    m_loss = addCard(tr("Loss"), QStringLiteral("loss"), 2);
    m_loss->setFormat(ValueFormat::Loss);
    m_loss->setShowLetters(true);
    m_rate = addSeriesCard("optimizer.lr", QStringLiteral("learningRate"));
    m_gradient = addSeriesCard("grad_norm", QStringLiteral("gradientNorm"));
    m_gradient->setUnit(tr("before clipping"));
    m_gradient->setLogY(true);
    m_norm = addSeriesCard("param_norm", QStringLiteral("parameterNorm"));
    m_ratio = addSeriesCard("update_ratio", QStringLiteral("updateRatio"));
    m_ratio->setUnit(tr("‖Δw‖ / ‖w‖"));
    m_ratio->setLogY(true);
    m_speed = addCard(tr("Throughput"), QStringLiteral("throughput"));
    m_speed->setUnit(tr("tokens/s"));
    m_speed->setFormat(ValueFormat::Count);
    m_events = new LatestEvents(m_grid);
    connect(m_events, &LatestEvents::allWanted, this, &RunCharts::eventsWanted);
    m_grid->addCard(m_events);
}

void RunCharts::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot)
{
    const bool other = !m_snapshot || m_snapshot->id != snapshot->id;
    const bool firstPoints = snapshot->data != m_lineData; // nobody waits for those
    m_snapshot = std::move(snapshot);
    if (other) {
        m_drawnRevision = -1;
        m_group.resetZoom();
        m_group.setCrosshair({});
    }
    other || firstPoints ? m_throttle.flush() : m_throttle.call();
}

void RunCharts::rebuildLines()
{
    const int slot = shownSlot(*m_snapshot);
    const auto &data = m_snapshot->data;
    if (data == m_lineData && slot == m_lineSlot)
        return;
    m_lineData = data;
    m_lineSlot = slot;
    const auto line = [&](const char *series, const QString &name, int color, bool smooth, bool dots) {
        return ChartLine{QString::fromLatin1(series), name, color, Qt::SolidLine, dots, smooth,
                         SeriesSource(data, series)};
    };
    m_loss->setLines({line("train.loss", tr("Train"), slot, true, false),
                      line("validation.loss", tr("Validation"), secondSlot(slot), false, true)});
    m_rate->setLines({line("optimizer.lr", m_rate->title(), slot, false, false)});
    m_gradient->setLines({line("grad_norm", m_gradient->title(), slot, true, false)});
    m_norm->setLines({line("param_norm", m_norm->title(), slot, false, false)});
    m_ratio->setLines({line("update_ratio", m_ratio->title(), slot, true, false)});
    m_speed->setLines({line("tokens_per_second", tr("Speed"), slot, true, false)});
    for (const auto &[name, card] : m_others) {
        m_grid->removeCard(card);
        card->deleteLater();
    }
    m_others.clear();
}

void RunCharts::addOtherSeries()
{
    for (const auto &[name, value] : m_snapshot->latest) {
        if (kOwnCards.count(name) || m_others.count(name))
            continue;
        ChartCard *card = addSeriesCard(name, QStringLiteral("series.") + qstr(name));
        // Evaluations are few: each is a dot, and nothing is smoothed away.
        const bool evaluated = name.starts_with("validation.") || name.starts_with("test.");
        card->setLines({ChartLine{qstr(name), card->title(), m_lineSlot, Qt::SolidLine, evaluated, !evaluated,
                                  SeriesSource(m_lineData, name)}});
        m_others[name] = card;
    }
}

void RunCharts::update()
{
    if (!m_snapshot)
        return;
    updateExtent(); // before the lines: their first points are then the right ones
    rebuildLines();
    addOtherSeries();
    m_events->setSnapshot(*m_snapshot);
    updateAge();
    if (m_snapshot->metricsRevision == m_drawnRevision && !m_snapshot->evidence.alive() && m_drawnRevision >= 0) {
        updateMarks();
        return;
    }
    m_drawnRevision = m_snapshot->metricsRevision;
    updateMarks();
    updateReferences();
    for (ChartCard *card : {m_loss, m_rate, m_gradient, m_norm, m_ratio, m_speed})
        card->refresh();
    for (const auto &[name, card] : m_others)
        card->refresh();
}

double RunCharts::xOfStep(std::int64_t step) const
{
    if (m_group.axis() == XAxis::Step || !m_snapshot->data)
        return static_cast<double>(step);
    const SeriesSource source(m_snapshot->data, "train.loss");
    const auto row = source.nearest(static_cast<double>(step), XAxis::Step);
    const auto point = row ? source.at(row->row, m_group.axis()) : std::nullopt;
    return point ? point->x : 0;
}

void RunCharts::updateExtent()
{
    if (!m_snapshot || !m_snapshot->record)
        return;
    const std::int64_t total = m_snapshot->record->config.schedule.total_steps;
    const SeriesSource source(m_snapshot->data, "train.loss");
    const auto first = source.at(0, m_group.axis());
    const auto last = source.last(m_group.axis());
    if (!first || !last) { // the plan can be drawn before the first step
        m_group.setExtent({0, 0}, m_group.axis() == XAxis::Step ? static_cast<double>(total) : 0);
        return;
    }
    double planned = 0;
    if (m_snapshot->evidence.alive() && m_group.axis() == XAxis::Step)
        planned = static_cast<double>(total);
    else if (m_snapshot->evidence.alive() && last->step > 0)
        planned = first->x + (last->x - first->x) * static_cast<double>(total) / static_cast<double>(last->step);
    m_group.setExtent({first->x, last->x}, planned);
}

void RunCharts::updateMarks()
{
    if (m_snapshot)
        m_group.setMarks(runMarks(*m_snapshot, [this](std::int64_t step) { return xOfStep(step); }));
}

void RunCharts::updateReferences()
{
    if (!m_snapshot || !m_snapshot->record)
        return;
    const Config &config = m_snapshot->record->config;
    m_loss->setUnit(validationNote(config));
    m_loss->setEmptyText(tr("No points yet. The first one comes with the first step; the first evaluation at step %1.")
                             .arg(countText(static_cast<double>(config.logging.eval_every_steps))));
    const QString norms = tr("Nothing yet. First value at step %1.")
                              .arg(countText(static_cast<double>(config.logging.norms_every_steps)));
    m_norm->setEmptyText(norms);
    m_ratio->setEmptyText(norms);
    const double clip = clipInForce(*m_snapshot);
    m_gradient->setReferences(clip > 0
                                  ? std::vector<ReferenceLine>{{tr("clip %1").arg(exactText(clip)), clip, Tone::Warn}}
                                  : std::vector<ReferenceLine>{});
    if (m_group.axis() == XAxis::Step)
        m_rate->setPlans(ratePlans(*m_snapshot, m_lineSlot));
    else
        m_rate->setPlans({}); // the plan is in steps; what a step will cost in time or tokens is not known ahead
}

void RunCharts::updateAge()
{
    if (!m_snapshot)
        return;
    const std::int64_t damaged = m_snapshot->damagedBlocks + m_snapshot->damagedLines;
    m_damage->setVisible(damaged > 0);
    m_damage->setText(damaged == 1 ? tr("1 damaged record was skipped and is shown as a gap.")
                                   : tr("%1 damaged records were skipped and are shown as gaps.").arg(damaged));
    const bool running = m_snapshot->evidence.phase == RunPhase::Running;
    m_age->setVisible(running && m_snapshot->lastWallMicros > 0);
    if (!m_age->isVisibleTo(this))
        return;
    const double age = std::max(0.0, static_cast<double>(wallMicros() - m_snapshot->lastWallMicros) / 1e6);
    const double interval = m_snapshot->evidence.state ? m_snapshot->evidence.state->stepSeconds : 0;
    const auto every = static_cast<double>(m_snapshot->record ? m_snapshot->record->config.logging.every_steps : 1);
    const bool stale = age > std::max(kLeastStaleSeconds, 3 * interval * every);
    setInk(m_age, stale ? Ink::Warn : Ink::Muted);
    m_age->setText(stale ? tr("Last data %1 ago").arg(spanText(age)) : tr("Updated %1 s ago").arg(age, 0, 'f', 1));
}

void RunCharts::showStep(std::int64_t step)
{
    if (m_snapshot)
        m_group.setCrosshair(xOfStep(step));
}

std::optional<std::int64_t> RunCharts::crosshairStep() const
{
    if (!m_group.crosshair() || !m_snapshot || !m_snapshot->data)
        return std::nullopt;
    const auto point = SeriesSource(m_snapshot->data, "train.loss").nearest(*m_group.crosshair(), m_group.axis());
    return point ? std::optional(point->step) : std::nullopt;
}

} // namespace anneal
