// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcard.h"

#include <cmath>

#include <QEvent>
#include <QHBoxLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "charts/chartlegend.h"
#include "charts/chartstate.h"
#include "charts/chartview.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {
constexpr double kFadedStrength = 0.25;
constexpr int kNoticeMs = 6000;
} // namespace

ChartContent ChartCard::State::content() const
{
    ChartContent content;
    for (std::size_t i = 0; i < lines.size() && i < views.size(); ++i) {
        if (hidden.contains(lines[i].key))
            continue;
        const bool other = !highlighted.isEmpty() && lines[i].key != highlighted;
        content.lines.push_back({lines[i], views[i],
                                 i < replaced.size() ? replaced[i] : decltype(DrawnLine::replaced)(),
                                 other ? kFadedStrength : 1.0, lines[i].key == highlighted});
    }
    content.references = references;
    content.plans = plans;
    if (group->showMarks())
        content.marks = group->marks();
    content.axis = group->axis();
    content.x = group->visible();
    content.dataEnd = group->dataEnd();
    content.plannedEnd = group->plannedEnd();
    content.logY = viewsLog;
    content.band = group->rangeBand();
    content.faintRaw = group->faintRaw();
    content.letters = letters;
    content.endLabels = endLabels;
    content.smoothing = group->smoothing();
    content.format = format;
    content.emptyText = emptyText;
    if (ignoreOutliers)
        content.robustY = robustY;
    return content;
}

ViewJob ChartCard::State::job() const
{
    ViewJob job;
    job.axis = group->axis();
    job.logY = log();
    job.robust = ignoreOutliers;
    job.replaced = group->showReplaced();
    const XRange x = group->visible();
    for (const ChartLine &line : lines) {
        ViewRequest request;
        request.xFrom = x.from;
        request.xTo = x.to;
        request.pixels = view->columns();
        request.axis = group->axis();
        request.smoothing = line.smooth && !line.dots ? group->smoothing() : 0.0;
        request.logY = log();
        job.sources.push_back(line.source);
        job.requests.push_back(request);
    }
    return job;
}

ChartCard::ChartCard(const QString &title, const QString &objectName, ChartGroup *group, QWidget *parent)
    : Card(title, parent)
    , m(std::make_unique<State>())
{
    setObjectName(objectName);
    m->group = group;
    m->emptyText = tr("No data yet.");
    build();
}

ChartCard::~ChartCard() = default;

void ChartCard::build()
{
    m->view = new ChartView(m->group, this);
    m->view->setObjectName(objectName() + QStringLiteral(".plot"));
    m->view->setAccessibleName(title());
    m->view->viewport()->installEventFilter(this);
    m->legend = new ChartLegend(this);
    m->menu = makeIconButton({}, tr("Chart menu of %1").arg(title()), objectName() + QStringLiteral(".menu"), this);
    m->menu->setIcon({});
    m->menu->setText(QStringLiteral("⋮"));
    m->menu->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m->worker = new ViewWorker(this);
    tools()->addWidget(m->legend);
    tools()->addWidget(m->menu);
    body()->addWidget(m->view, 1);
    setBodyMargins(2, 0, 2, 4);

    connect(m->menu, &QToolButton::clicked, this, &ChartCard::showMenu);
    connect(m->legend, &ChartLegend::toggled, this,
            [this](const QString &key) { setLineHidden(key, !isLineHidden(key)); });
    connect(m->legend, &ChartLegend::isolated, this, &ChartCard::isolateLine);
    connect(m->view, &ChartView::resized, this, &ChartCard::refresh);
    connect(m->view, &ChartView::logToggled, this, [this] { setLogY(!m->log()); });
    connect(m->view, &ChartView::smoothingWanted, m->group, &ChartGroup::smoothingWanted);
    connect(m->group, &ChartGroup::viewChanged, this, &ChartCard::refresh);
    connect(m->group, &ChartGroup::marksChanged, this, &ChartCard::redraw);
    connect(m->group, &ChartGroup::markActivated, this, &ChartCard::markActivated);
    connect(&Theme::instance(), &Theme::changed, this, &ChartCard::redraw);
    connect(m->worker, &ViewWorker::ready, this, &ChartCard::take);
    connect(this, &ChartCard::exported, this, [this](const QString &path, const QString &whyNot) {
        if (!whyNot.isEmpty())
            return setNotice(Tone::Error, whyNot);
        setNotice(Tone::Ok, tr("Written to %1").arg(path));
        QTimer::singleShot(kNoticeMs, this, [this] { setNotice(Tone::Neutral, {}); });
    });
}

void ChartCard::refresh()
{
    // Old points on a new range are coarse but true; on another axis or scale they are not.
    if (m->viewsAxis == m->group->axis() && m->viewsLog == m->log())
        redraw();
    m->dirty = true;
    if (isVisible() && !m->view->viewport()->visibleRegion().isEmpty())
        startWork();
}

void ChartCard::startWork()
{
    m->dirty = false;
    m->worker->request(m->job());
}

void ChartCard::take(const std::shared_ptr<const ViewOutcome> &outcome)
{
    if (outcome->views.size() != m->lines.size() || outcome->axis != m->group->axis())
        return; // asked before the lines or the axis changed; the next answer fits
    m->views = outcome->views;
    m->replaced = outcome->replaced;
    m->robustY = outcome->robustY;
    m->outside = outcome->outside;
    m->viewsAxis = outcome->axis;
    m->viewsLog = outcome->logY;
    redraw();
    updateHeader();
    Q_EMIT refreshed();
}

void ChartCard::redraw()
{
    if (m->group)
        m->view->setContent(m->content());
}

bool ChartCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Paint && m->dirty) // scrolled into view
        startWork();
    return Card::eventFilter(watched, event);
}

void ChartCard::changeEvent(QEvent *event)
{
    Card::changeEvent(event);
    if (event->type() == QEvent::FontChange && m && m->view)
        redraw();
}

void ChartCard::updateHeader()
{
    QStringList parts;
    if (!m->unit.isEmpty())
        parts.append(m->unit);
    bool smooth = false;
    for (const DecimatedSeries &view : m->views)
        smooth = smooth || !view.smooth.empty();
    if (smooth)
        parts.append(tr("smoothed %1 (EMA)").arg(m->group->smoothing()));
    if (m->viewsLog)
        parts.append(tr("log"));
    if (m->view->content().replacedPointCount() > 0)
        parts.append(tr("grey: replaced"));
    if (m->ignoreOutliers && m->outside > 0)
        parts.append(tr("▲ %1 outside").arg(countText(static_cast<double>(m->outside))));
    setSubtitle(parts.join(QStringLiteral(" · ")));
    for (const ChartLine &line : m->lines) {
        const auto last = line.source.last();
        m->legend->setValue(line.key, last ? valueText(last->value, m->format) : QString(),
                            last && !std::isfinite(last->value));
    }
    updateDescription();
}

namespace {

QString trend(const DecimatedSeries &view)
{
    const auto &pieces = view.smooth.empty() ? view.line : view.smooth;
    if (pieces.empty() || pieces.back().size() < 2)
        return {};
    const std::vector<PlotPoint> &piece = pieces.back();
    const double change = piece.back().y - piece[piece.size() / 2].y;
    if (std::abs(change) < 0.01 * (view.maximum - view.minimum))
        return ChartCard::tr("level");
    return change < 0 ? ChartCard::tr("falling") : ChartCard::tr("rising");
}

} // namespace

void ChartCard::updateDescription()
{
    QStringList words{title()};
    for (std::size_t i = 0; i < m->lines.size() && i < m->views.size(); ++i) {
        const auto last = m->lines[i].source.last();
        if (!last)
            continue;
        words.append(m->lines[i].name + u' ' + valueText(last->value, m->format));
        if (const QString direction = trend(m->views[i]); !direction.isEmpty())
            words.append(direction);
    }
    m->view->setAccessibleDescription(words.join(QStringLiteral(", ")));
}

} // namespace anneal
