// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparepage.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "charts/charttoolbar.h"
#include "pages/common/counted.h"
#include "pages/common/runtext.h"
#include "pages/compare/comparecharts.h"
#include "pages/compare/comparefilter.h"
#include "pages/compare/comparemodel.h"
#include "pages/compare/comparetable.h"
#include "pages/compare/configstore.h"
#include "pages/compare/differencescard.h"
#include "pages/compare/filtercompleter.h"
#include "pages/compare/savedfilters.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kMostColumns = 10; ///< runs side by side in the table of differences

} // namespace

ComparePage::ComparePage(AppContext &app, QWidget *parent)
    : Page(pagekey::kCompare, app, parent)
{
    m_configs = new ConfigStore(app.workspace(), this);
    m_model = new CompareModel(m_configs, this);
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setObjectName(QStringLiteral("compare.splitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(8);
    m_splitter->setProperty("look", QStringLiteral("gap"));
    m_table = new CompareTable(m_model, app);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(buildLower());
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({230, 520});

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(buildHeader());
    layout->addWidget(m_problem);
    layout->addWidget(m_splitter, 1);

    connect(&app.workspace(), &WorkspaceService::runsChanged, this, &ComparePage::showRuns);
    connect(m_configs, &ConfigStore::loaded, this, [this] {
        showRuns();
        m_model->configsChanged();
    });
    connect(m_model, &CompareModel::checkedChanged, this, &ComparePage::showChecked);
    connect(m_table, &CompareTable::runHovered, m_charts, &CompareCharts::setHighlighted);
    connect(m_charts, &CompareCharts::changed, this, &ComparePage::showDifferences);
    showRuns();
}

QWidget *ComparePage::buildHeader()
{
    auto *header = new QWidget;
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    m_count = makeLabel({}, TextRole::Secondary);
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("compare.filter"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setFont(monoFont());
    m_filter->setPlaceholderText(tr("tag:mlm and val.loss<2.7 and data~uniref90"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(300);
    m_filter->setToolTip(tr("Terms joined by and, or, not: tag:word, state:running, val.loss<2.7, optimizer.lr>1e-4, "
                            "data~part; a bare word is looked for "
                            "in name, tags, why and notes."));
    m_filter->setCompleter(m_completer = new FilterCompleter(m_filter));
    m_saved = new SavedFilters(QStringLiteral("compare.savedFilters"));
    m_problem = makeLabel({}, TextRole::Secondary);
    m_problem->setObjectName(QStringLiteral("compare.filter.message"));
    m_problem->hide();
    auto *untick = makeButton(tr("Untick all"), QStringLiteral("compare.untickAll"));

    layout->addWidget(makeLabel(tr("Compare"), TextRole::PageTitle));
    layout->addWidget(m_count);
    layout->addSpacing(16);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_saved);
    layout->addWidget(untick);
    connect(m_filter, &QLineEdit::textChanged, this, &ComparePage::showRuns);
    connect(m_filter, &QLineEdit::textChanged, m_saved, &SavedFilters::setCurrent);
    connect(m_saved, &SavedFilters::chosen, m_filter, &QLineEdit::setText);
    connect(untick, &QPushButton::clicked, this, [this] { m_model->setChecked({}); });
    return header;
}

QWidget *ComparePage::buildLower()
{
    m_charts = new CompareCharts(app());
    m_differences = new DifferencesCard;
    auto *lower = new QSplitter(Qt::Horizontal);
    lower->setObjectName(QStringLiteral("compare.lower"));
    lower->setChildrenCollapsible(false);
    lower->setHandleWidth(8);
    lower->addWidget(m_charts);
    lower->addWidget(m_differences);
    lower->setStretchFactor(0, 3);
    lower->setStretchFactor(1, 2);
    lower->setSizes({780, 520});
    lower->setProperty("look", QStringLiteral("gap"));
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new ChartToolBar(m_charts->group(), QStringLiteral("compare.charts")));
    layout->addWidget(lower, 1);
    return box;
}

void ComparePage::open(const PageRequest &request)
{
    if (!request.item.isEmpty())
        m_filter->setText(request.item);
    if (request.runs.isEmpty())
        return;
    m_chosen = true;
    m_filter->clear();
    m_model->setChecked(QSet<QString>(request.runs.begin(), request.runs.end()));
}

void ComparePage::activate()
{
    app().workspace().refreshSoon();
    m_charts->refresh();
    m_table->setFocus();
}

/// On a first visit the two newest runs that got anywhere are ticked, so that the page shows what it is for.
void ComparePage::tickNewest()
{
    QSet<QString> newest;
    for (const auto runs = app().workspace().runs(); const RunSummary &run : *runs)
        if (newest.size() < 2 && run.step > 0)
            newest.insert(qstr(run.id));
    if (!newest.isEmpty()) {
        m_chosen = true;
        m_model->setChecked(newest);
    }
}

void ComparePage::showRuns()
{
    const auto runs = app().workspace().runs();
    m_configs->want(*runs);
    m_completer->setRuns(*runs);
    FilteredRuns filtered = filterRuns(*runs, *m_configs, m_filter->text());
    const bool broken = !filtered.problem.isEmpty();
    m_problem->setText(broken ? filtered.problem : filtered.emptyReason);
    m_problem->setVisible(!m_problem->text().isEmpty());
    setInk(m_problem, broken ? Ink::Error : Ink::Muted);
    m_model->setRuns(std::move(filtered.runs));
    if (!m_chosen)
        tickNewest();
    showChecked();
}

void ComparePage::showChecked()
{
    const QStringList checked = m_model->checkedRuns();
    const auto all = static_cast<qsizetype>(app().workspace().runs()->size());
    m_count->setText(m_filter->text().trimmed().isEmpty()
                         ? tr("%1, %2 ticked").arg(counted(all, tr("run"), tr("runs"))).arg(checked.size())
                         : tr("%1 of %2 match, %3 ticked")
                               .arg(m_model->rowCount())
                               .arg(counted(all, tr("run"), tr("runs")))
                               .arg(checked.size()));
    m_charts->setRuns(checked);
    showDifferences();
}

void ComparePage::showDifferences()
{
    std::vector<ComparedRun> compared;
    for (const QString &id : m_model->checkedRuns().mid(0, kMostColumns)) {
        const RunSummary *run = app().workspace().run(id.toStdString());
        const Config *config = m_configs->find(id.toStdString());
        if (!run || !config)
            continue;
        const auto shot = m_charts->snapshot(id);
        compared.push_back({run->id, qstr(run->name), *config,
                            shot && shot->events ? *shot->events : std::vector<Event>(),
                            noteLine(run->lastNote.empty() ? run->why : run->lastNote),
                            run->bestValidationLoss ? run->bestValidationLoss : run->validationLoss, run->tokens,
                            run->endedMicros == 0});
    }
    m_differences->setRuns(std::move(compared));
}

QList<QWidget *> ComparePage::regions() const
{
    return {m_filter, m_table, m_charts, m_differences};
}

QWidget *ComparePage::finder() const
{
    return m_filter;
}

PageRequest ComparePage::noteTarget() const
{
    PageRequest target;
    target.page = key();
    if (const QString run = m_table->currentRun(); !run.isEmpty())
        target.runs = QStringList{run};
    else
        target.runs = m_model->checkedRuns().mid(0, 1);
    return target;
}

QJsonObject ComparePage::saveState() const
{
    return {{"splitter", QString::fromLatin1(m_splitter->saveState().toBase64())},
            {"columns", QString::fromLatin1(m_table->horizontalHeader()->saveState().toBase64())},
            {"filter", m_filter->text()},
            {"savedFilters", QJsonArray::fromStringList(m_saved->kept())},
            {"metric", m_charts->metric()},
            {"ticked", QJsonArray::fromStringList(m_model->checkedRuns())}};
}

void ComparePage::restoreState(const QJsonObject &state)
{
    const auto bytes = [&](const char *name) {
        return QByteArray::fromBase64(state[QLatin1String(name)].toString().toLatin1());
    };
    m_splitter->restoreState(bytes("splitter"));
    m_table->horizontalHeader()->restoreState(bytes("columns"));
    m_charts->setMetric(state["metric"].toString());
    QStringList kept;
    for (const auto &line : state["savedFilters"].toArray())
        kept << line.toString();
    m_saved->setKept(kept);
    m_filter->setText(state["filter"].toString());
    QSet<QString> ticked;
    for (const auto &id : state["ticked"].toArray())
        ticked.insert(id.toString());
    if (ticked.isEmpty())
        return;
    m_chosen = true;
    m_model->setChecked(ticked);
}

} // namespace anneal
