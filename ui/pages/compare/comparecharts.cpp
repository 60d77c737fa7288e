// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparecharts.h"

#include <algorithm>
#include <limits>
#include <set>

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "charts/chartcard.h"
#include "charts/charttoolbar.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

const QString kValidationLoss = QStringLiteral("validation.loss");
constexpr int kSolidLines =
    6; ///< with more lines the second half of the palette is dashed (colours alone no longer suffice)

ValueFormat formatOf(const QString &series)
{
    if (series.endsWith(QStringLiteral("loss")))
        return ValueFormat::Loss;
    if (series == QStringLiteral("optimizer.lr"))
        return ValueFormat::Rate;
    return series.startsWith(QStringLiteral("tokens")) ? ValueFormat::Count : ValueFormat::Norm;
}

} // namespace

CompareCharts::CompareCharts(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
    , m_group(new ChartGroup(this))
{
    m_group->setFaintRaw(true);
    m_group->setRangeBand(false);
    m_group->setShowMarks(false);
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
    m_metric->addItem(QStringLiteral("train.loss"));
    guardWheel(m_metric);
    auto *bar = new ChartToolBar(m_group, QStringLiteral("compare.charts"));

    m_loss = new ChartCard(tr("Validation loss"), QStringLiteral("compare.charts.loss"), m_group);
    m_loss->setUnit(tr("nats per target"));
    m_other = new ChartCard(tr("Metric"), QStringLiteral("compare.charts.other"), m_group);
    m_other->tools()->insertWidget(0, m_metric);
    for (ChartCard *card : {m_loss, m_other}) {
        card->setEmptyText(tr("Tick at least one run."));
        card->setEndLabels(true);
        card->setMinimumHeight(200);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(bar);
    layout->addWidget(m_loss, 3);
    layout->addWidget(m_other, 2);
}

QString CompareCharts::metric() const
{
    return m_metric->currentText();
}

void CompareCharts::setMetric(const QString &series)
{
    if (m_metric->findText(series) < 0 && !series.isEmpty())
        m_metric->addItem(series);
    m_metric->setCurrentText(series);
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
        connect(follower.get(), &RunFollower::changed, this, [this] {
            update();
            Q_EMIT changed();
        });
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

void CompareCharts::updateMetrics()
{
    for (const auto &[id, follower] : m_followers)
        for (const auto &[name, value] : follower->snapshot()->latest)
            if (const QString series = qstr(name); series != kValidationLoss && m_metric->findText(series) < 0)
                m_metric->addItem(series);
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
    m_other->setTitle(metric());
    m_other->setFormat(formatOf(metric()));
    m_loss->setLines(lines(kValidationLoss));
    m_other->setLines(lines(metric()));
    m_loss->refresh();
    m_other->refresh();
}

} // namespace anneal
