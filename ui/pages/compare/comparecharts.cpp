// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparecharts.h"

#include <algorithm>
#include <limits>
#include <set>

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "charts/chartcard.h"
#include "pages/common/counted.h"
#include "pages/common/serieslook.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

const QString kValidationLoss = QStringLiteral("validation.loss");
constexpr int kRedrawMs = 500;
constexpr int kSolidLines = 6; ///< with more lines the second half of the palette is dashed

} // namespace

CompareCharts::CompareCharts(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
    , m_group(new ChartGroup(this))
    , m_throttle(kRedrawMs, [this] {
        if (!isVisible())
            return;
        update();
        Q_EMIT changed();
    })
{
    m_group->setFaintRaw(true);
    m_group->setRangeBand(false);
    m_group->setShowMarks(false);
    m_group->setShowReplaced(false);
    m_group->setAxis(XAxis::Tokens);
    build();
    connect(m_group, &ChartGroup::settingsChanged, this, &CompareCharts::updateExtent);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &CompareCharts::update);
}

void CompareCharts::build()
{
    m_metric = new QComboBox;
    m_metric->setObjectName(QStringLiteral("compare.charts.metric"));
    m_metric->setAccessibleName(tr("Metric of the second chart"));
    addMetric(QStringLiteral("train.loss"));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    guardWheel(m_metric);
    m_loss = new ChartCard(tr("Validation loss"), QStringLiteral("compare.charts.loss"), m_group);
    m_loss->setUnit(tr("nats per target"));
    m_loss->setFormat(ValueFormat::Loss);
    m_other = new ChartCard(tr("Training loss"), QStringLiteral("compare.charts.other"), m_group);
    m_other->tools()->insertWidget(0, m_metric);
    for (ChartCard *card : {m_loss, m_other}) {
        card->setEndLabels(true);
        card->setMinimumHeight(200);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_loss, 3);
    layout->addWidget(m_other, 2);
}

QString CompareCharts::metric() const
{
    return m_metric->currentData().toString();
}

void CompareCharts::addMetric(const QString &series)
{
    if (m_metric->findData(series) < 0)
        m_metric->addItem(seriesLook(series.toStdString()).title, series);
}

void CompareCharts::setMetric(const QString &series)
{
    if (series.isEmpty())
        return;
    addMetric(series);
    m_metric->setCurrentIndex(m_metric->findData(series));
}

std::shared_ptr<const RunSnapshot> CompareCharts::snapshot(const QString &runId) const
{
    const auto found = m_followers.find(runId);
    return found == m_followers.end() ? nullptr : found->second->snapshot();
}

void CompareCharts::setRuns(const QStringList &runIds)
{
    if (runIds == m_order)
        return;
    m_order = runIds;
    std::erase_if(m_followers, [&](const auto &entry) { return !runIds.contains(entry.first); });
    for (const QString &id : runIds) {
        if (m_followers.contains(id))
            continue;
        auto follower = m_app.follow(id);
        connect(follower.get(), &RunFollower::changed, this, [this] { m_throttle.call(); });
        m_followers.emplace(id, std::move(follower));
    }
    update();
}

void CompareCharts::setHighlighted(const QString &runId)
{
    const QString shown = m_followers.contains(runId) && m_followers.size() > 1 ? runId : QString();
    m_loss->setHighlighted(shown);
    m_other->setHighlighted(shown);
}

std::vector<ChartLine> CompareCharts::lines(const QString &series) const
{
    std::vector<ChartLine> lines;
    for (const QString &id : m_order) {
        const auto shot = snapshot(id);
        const RunSummary *run = m_app.workspace().run(id.toStdString());
        if (!shot || !shot->data || !run)
            continue;
        ChartLine line{id,
                       qstr(run->name),
                       run->colorSlot,
                       Qt::SolidLine,
                       series == kValidationLoss,
                       series != kValidationLoss,
                       SeriesSource(shot->data, series.toStdString())};
        if (m_order.size() > kSolidLines && run->colorSlot > kRunSlots / 2)
            line.pen = Qt::DashLine;
        lines.push_back(std::move(line));
    }
    return lines;
}

QString CompareCharts::emptyText() const
{
    if (m_app.workspace().runs()->empty())
        return tr("There is no run to compare yet. Start one on Home.");
    if (m_order.isEmpty())
        return tr("Tick at least one run.");
    const auto loading = std::count_if(m_followers.begin(), m_followers.end(),
                                       [](const auto &entry) { return !entry.second->snapshot()->loaded; });
    return loading > 0 ? tr("Reading %1 of %2…").arg(loading).arg(counted(m_order.size(), tr("run"), tr("runs")))
                       : tr("None of the ticked runs has a value yet.");
}

void CompareCharts::updateMetrics()
{
    for (const auto &[id, follower] : m_followers)
        for (const auto &[name, value] : follower->snapshot()->latest)
            if (qstr(name) != kValidationLoss)
                addMetric(qstr(name));
}

void CompareCharts::updateExtent()
{
    XRange extent{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (const ChartCard *card : {m_loss, m_other})
        for (const ChartLine &line : lines(card == m_loss ? kValidationLoss : metric())) {
            const auto first = line.source.at(0, m_group->axis()), last = line.source.last(m_group->axis());
            if (first && last)
                extent = {std::min(extent.from, first->x), std::max(extent.to, last->x)};
        }
    if (extent.valid())
        m_group->setExtent(extent, 0);
}

void CompareCharts::update()
{
    updateMetrics();
    updateExtent();
    m_other->setTitle(seriesLook(metric().toStdString()).title);
    m_other->setFormat(seriesLook(metric().toStdString()).format);
    for (ChartCard *card : {m_loss, m_other})
        card->setEmptyText(emptyText());
    show(m_loss, kValidationLoss);
    show(m_other, metric());
}

/// New lines only where they are others: legend, hidden lines and zoom stay while runs grow.
void CompareCharts::show(ChartCard *card, const QString &series)
{
    std::vector<ChartLine> wanted = lines(series);
    QStringList key{series};
    for (const ChartLine &line : wanted)
        key << QStringLiteral("%1 %2 %3 %4").arg(line.key, line.name).arg(line.slot).arg(int(line.pen))
            << QString::number(reinterpret_cast<quintptr>(snapshot(line.key)->data.get()));
    if (std::exchange(m_shown[card], key) != key)
        card->setLines(wanted);
    card->refresh();
}

} // namespace anneal
