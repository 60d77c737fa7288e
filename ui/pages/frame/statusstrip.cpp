// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/statusstrip.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>

#include "pages/context.h"
#include "pages/frame/alertbell.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/progressline.h"

namespace anneal {

namespace {

constexpr int kSentenceMs = 8000;
constexpr int kErrorMs = 20000;
constexpr int kBarWidth = 60;

QLabel *makeFigure(const QString &name, QWidget *parent)
{
    QLabel *label = makeLabel({}, TextRole::Secondary, parent);
    label->setObjectName(name);
    return label;
}

ProgressLine *makeBar(QWidget *parent)
{
    auto *bar = new ProgressLine(parent);
    bar->setFixedWidth(kBarWidth);
    return bar;
}

} // namespace

StatusStrip::StatusStrip(AppContext &app, QWidget *parent)
    : QStatusBar(parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("status"));
    setSizeGripEnabled(false);
    setFixedHeight(measures().statusBar);
    build();
    connect(&m_app.machine(), &MachineMonitor::changed, this, &StatusStrip::showLoad);
    connect(&m_app.workspace(), &WorkspaceService::runsChanged, this, &StatusStrip::showRuns);
    showLoad();
    showRuns();
}

void StatusStrip::build()
{
    auto *left = new QWidget(this);
    auto *row = new QHBoxLayout(left);
    row->setContentsMargins(8, 0, 8, 0);
    row->setSpacing(8);
    row->addWidget(m_cpu = makeFigure(QStringLiteral("status.cpu"), left));
    row->addWidget(m_cpuBar = makeBar(left));
    row->addSpacing(8);
    row->addWidget(m_memory = makeFigure(QStringLiteral("status.memory"), left));
    row->addWidget(m_memoryBar = makeBar(left));
    row->addSpacing(8);
    row->addWidget(m_message = makeFigure(QStringLiteral("status.message"), left), 1);
    addWidget(left, 1);
    addPermanentWidget(m_running = makeFigure(QStringLiteral("status.running"), this));
    addPermanentWidget(m_disk = makeFigure(QStringLiteral("status.disk"), this));
    m_disk->setContentsMargins(8, 0, 8, 0);
    addPermanentWidget(m_bell = new AlertBell(m_app, this));
}

void StatusStrip::showLoad()
{
    const MachineLoad &load = m_app.machine().load();
    m_cpu->setText(tr("CPU %1 of %2").arg(percentText(load.cpuShare, 0)).arg(m_app.machine().hardware().cores));
    m_cpuBar->setShare(load.cpuShare);
    const auto used = static_cast<double>(load.memoryUsed);
    const auto total = static_cast<double>(load.memoryTotal);
    m_memory->setText(tr("Memory %1 of %2").arg(memoryText(used), memoryText(total)));
    m_memoryBar->setShare(total > 0 ? used / total : 0);
    m_disk->setText(load.diskTotal ? tr("Disk %1 free").arg(fileSizeText(static_cast<double>(load.diskFree)))
                                   : QString());
}

void StatusStrip::showRuns()
{
    const auto runs = m_app.workspace().runs();
    const auto running = std::count_if(runs->begin(), runs->end(), [](const RunSummary &run) {
        return run.phase == RunPhase::Running || run.phase == RunPhase::Starting || run.phase == RunPhase::Stopping;
    });
    m_running->setText(running == 0 ? tr("Nothing running") : tr("%1 running").arg(running));
}

void StatusStrip::say(const QString &sentence, bool isError)
{
    setInk(m_message, isError ? Ink::Error : Ink::Text);
    m_message->setText(sentence);
    m_message->setToolTip(sentence);
    if (isError)
        m_bell->add(sentence);
    QTimer::singleShot(isError ? kErrorMs : kSentenceMs, m_message, [label = m_message, sentence] {
        if (label->text() == sentence)
            label->clear();
    });
}

} // namespace anneal
