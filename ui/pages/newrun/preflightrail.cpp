// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/preflightrail.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "config/configio.h"
#include "pages/common/counted.h"
#include "pages/newrun/checklist.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"
#include "widgets/chip.h"
#include "widgets/commandbox.h"
#include "widgets/difftable.h"
#include "widgets/memorybar.h"
#include "widgets/metrictile.h"

namespace anneal {

namespace {

QHBoxLayout *titleRow(QLabel *left, QLabel *right)
{
    auto *row = new QHBoxLayout;
    row->addWidget(left);
    row->addStretch();
    row->addWidget(right);
    return row;
}

std::vector<MemoryPart> memoryParts(const MemoryEstimate &memory)
{
    const auto bytes = [](std::int64_t value) { return static_cast<double>(value); };
    return {{PreflightRail::tr("Weights"), bytes(memory.weights), 1},
            {PreflightRail::tr("Gradients"), bytes(memory.gradients), 4},
            {PreflightRail::tr("Optimizer"), bytes(memory.optimizer), 3},
            {PreflightRail::tr("Activations"), bytes(memory.activations), 5},
            {PreflightRail::tr("Data"), bytes(memory.data), 8},
            {PreflightRail::tr("Program"), bytes(memory.base), 12}};
}

} // namespace

PreflightRail::PreflightRail(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("newRun.preflight"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    buildFigures(column);
    buildChecks(column);
    buildReasons(column);
    column->addStretch();

    auto *scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildHeader());
    layout->addWidget(makeLine());
    layout->addWidget(scroll, 1);
    layout->addWidget(makeLine());
    layout->addWidget(buildFooter());
}

QWidget *PreflightRail::buildHeader()
{
    auto *header = new QWidget;
    header->setFixedHeight(measures().pageHeader);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(16, 0, 12, 0);
    m_verdict = new StateChip;
    m_verdict->setObjectName(QStringLiteral("newRun.preflight.verdict"));
    m_measure = makeFlatButton(tr("Measure"), QStringLiteral("newRun.preflight.measure"), QStringLiteral("reset"));
    m_measure->setToolTip(tr("Runs a few steps with these settings and this data, about five seconds"));
    layout->addWidget(makeLabel(tr("Pre-flight"), TextRole::CardTitle));
    layout->addWidget(m_verdict);
    layout->addStretch();
    layout->addWidget(m_measure);
    connect(m_measure, &QToolButton::clicked, this, &PreflightRail::measureRequested);
    return header;
}

void PreflightRail::buildFigures(QVBoxLayout *column)
{
    auto *size = new MetricStrip;
    m_parameters = size->addTile(tr("Parameters"));
    m_tokens = size->addTile(tr("Tokens per step"));
    m_steps = size->addTile(tr("Steps"));
    m_memoryTitle = makeLabel({}, TextRole::SectionTitle);
    m_memoryTotal = makeLabel({}, TextRole::Secondary);
    m_memory = new MemoryBar;
    m_memory->setObjectName(QStringLiteral("newRun.preflight.memory"));
    m_source = makeLabel({}, TextRole::Secondary);
    m_source->setObjectName(QStringLiteral("newRun.preflight.source"));
    m_source->setWordWrap(true);
    auto *cost = new MetricStrip;
    m_time = cost->addTile(tr("Time"));
    m_padding = cost->addTile(tr("Padding avoided"));
    m_disk = cost->addTile(tr("Checkpoints"));

    column->addWidget(size);
    column->addLayout(titleRow(m_memoryTitle, m_memoryTotal));
    column->addWidget(m_memory);
    column->addWidget(m_source);
    column->addWidget(cost);
}

void PreflightRail::buildChecks(QVBoxLayout *column)
{
    m_checks = new CheckList;
    column->addWidget(makeLabel(tr("Checks"), TextRole::SectionTitle));
    column->addWidget(m_checks);
    connect(m_checks, &CheckList::goTo, this, &PreflightRail::goTo);
}

void PreflightRail::buildReasons(QVBoxLayout *column)
{
    m_differencesTitle = makeLabel({}, TextRole::SectionTitle);
    m_differences = new DiffTable;
    m_differences->setObjectName(QStringLiteral("newRun.preflight.differences"));
    m_differences->setAccessibleName(tr("What differs"));
    m_why = new QLineEdit;
    m_why->setObjectName(QStringLiteral("newRun.preflight.why"));
    m_why->setAccessibleName(tr("Why this run?"));
    m_why->setPlaceholderText(tr("One line, kept in the journal"));
    m_command = new CommandBox(tr("Same run from a terminal"), QStringLiteral("newRun.preflight.command"));

    column->addWidget(m_differencesTitle);
    column->addWidget(m_differences);
    column->addWidget(makeLabel(tr("Why this run?"), TextRole::SectionTitle));
    column->addWidget(m_why);
    column->addWidget(m_command);
}

QWidget *PreflightRail::buildFooter()
{
    auto *footer = new QWidget;
    auto *layout = new QHBoxLayout(footer);
    layout->setContentsMargins(16, 12, 16, 12);
    m_startProblem = makeLabel({}, TextRole::Secondary);
    m_startProblem->setObjectName(QStringLiteral("newRun.preflight.message"));
    m_startProblem->setWordWrap(true);
    setInk(m_startProblem, Ink::Error);
    m_start = makePrimaryButton(tr("Start now"), QStringLiteral("newRun.preflight.startNow"));
    m_start->setToolTip(tr("Freezes the settings and starts training in the background (Ctrl+Return)"));
    layout->addWidget(m_startProblem, 1);
    layout->addWidget(m_start);
    connect(m_start, &QPushButton::clicked, this, &PreflightRail::startRequested);
    return footer;
}

void PreflightRail::show(const Preflight &facts, const ProbedData &data, const Config &config)
{
    showVerdict(facts, data);
    showFigures(facts, data, config);
    showMemory(facts);
    m_checks->setChecks(facts.checks);
    m_ready = facts.errors() == 0;
    m_startProblem->setText(
        m_ready ? QString() : counted(facts.errors(), tr("error stands in the way"), tr("errors stand in the way")));
}

void PreflightRail::showVerdict(const Preflight &facts, const ProbedData &data)
{
    if (facts.errors() > 0)
        m_verdict->setLook(
            {QStringLiteral("state-failed"), counted(facts.errors(), tr("error"), tr("errors")), Tone::Error});
    else if (data.reading)
        m_verdict->setLook(
            {QStringLiteral("state-queued"), tr("Reading data %1").arg(percentText(data.progress, 0)), Tone::Accent});
    else if (facts.warnings() > 0)
        m_verdict->setLook({QStringLiteral("warning"),
                            tr("Ready, %1").arg(counted(facts.warnings(), tr("warning"), tr("warnings"))), Tone::Warn});
    else
        m_verdict->setLook({QStringLiteral("state-finished"), tr("Ready"), Tone::Ok});
}

void PreflightRail::showFigures(const Preflight &facts, const ProbedData &data, const Config &config)
{
    const Plan &plan = facts.plan;
    const double sequences = static_cast<double>(data.counts.trainSequences);
    const double parameters = static_cast<double>(plan.parameters), trained = static_cast<double>(plan.trained);
    m_parameters->setFigure(
        countText(parameters),
        plan.trained == plan.parameters
            ? tr("all trained")
            : tr("%1 trained (%2 %)").arg(countText(trained)).arg(100 * trained / parameters, 0, 'g', 3));
    m_tokens->setFigure(countText(static_cast<double>(plan.tokensPerStep)),
                        config.batch.accumulation_steps > 1
                            ? tr("%1 micro-batches").arg(config.batch.accumulation_steps)
                            : tr("one micro-batch"));
    m_steps->setFigure(countText(static_cast<double>(config.schedule.total_steps)),
                       plan.epochs > 0 ? tr("%1 epochs").arg(plan.epochs, 0, 'f', plan.epochs < 10 ? 2 : 0)
                                       : QString());
    m_time->setFigure(plan.secondsTotal ? spanText(*plan.secondsTotal) : missingText(),
                      plan.secondsPerStep ? tr("%1 s per step").arg(*plan.secondsPerStep, 0, 'g', 3)
                                          : tr("not measured"));
    m_padding->setFigure(sequences > 0 ? percentText(plan.paddingAvoided) : missingText(),
                         sequences > 0 ? tr("%1 sequences").arg(countText(sequences)) : tr("no data read"));
    m_disk->setFigure(fileSizeText(static_cast<double>(plan.checkpointBytes)), tr("kept on disk"));
}

void PreflightRail::showMemory(const Preflight &facts)
{
    m_memoryTitle->setText(tr("Memory · %1").arg(facts.deviceName));
    m_memoryTotal->setText(
        tr("%1 of %2")
            .arg(memoryText(static_cast<double>(facts.plan.memory.total())), memoryText(facts.memoryCapacity)));
    m_memory->setParts(memoryParts(facts.plan.memory), facts.memoryCapacity);
}

void PreflightRail::showMeasured(const std::optional<MeasuredStep> &measured)
{
    m_measured = measured;
    setInk(m_source, Ink::Muted);
    m_source->setText(measured ? tr("Measured: %1 tokens/s, peak memory %2. Parts are estimated.")
                                     .arg(countText(measured->tokensPerSecond), memoryText(measured->peakMemoryBytes))
                               : tr("Estimated. Measure runs a few steps to tell the time."));
}

void PreflightRail::setMeasuring(bool on)
{
    m_measure->setText(on ? tr("Measuring…") : tr("Measure"));
    m_measure->setEnabled(!on);
}

void PreflightRail::setMeasureProblem(const QString &sentence)
{
    m_source->setText(sentence);
    setInk(m_source, Ink::Warn);
}

void PreflightRail::showDifferences(const Config &config, const Config &preset, const Origin &origin)
{
    const Config &left = origin.parentConfig ? *origin.parentConfig : preset;
    std::vector<FieldDifference> differences = configDifferences(left, config);
    std::erase_if(differences, [](const FieldDifference &difference) { return difference.field->section() == "note"; });
    m_differencesTitle->setVisible(!differences.empty());
    m_differencesTitle->setText(origin.parentConfig ? tr("Changes from parent · %1").arg(differences.size())
                                                    : tr("Changes from preset · %1").arg(differences.size()));
    m_differences->setDifferences(differences);
    m_differences->setVisible(!differences.empty());
}

void PreflightRail::setCommand(const QString &command)
{
    m_command->setCommand(command);
}

void PreflightRail::setStarting(bool on)
{
    m_start->setEnabled(!on);
    m_start->setText(on ? tr("Starting…") : tr("Start now"));
}

void PreflightRail::setStartProblem(const QString &sentence)
{
    m_startProblem->setText(sentence);
}

} // namespace anneal
