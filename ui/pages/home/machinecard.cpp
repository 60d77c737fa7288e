// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/machinecard.h"

#include <QGridLayout>
#include <QLabel>

#include "pages/common/labels.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/progressline.h"

namespace anneal {

MachineCard::MachineCard(MachineMonitor &machine, QWidget *parent)
    : Card({}, parent)
    , m_machine(machine)
{
    setObjectName(QStringLiteral("home.machine"));
    body()->setSpacing(8);
    addGpus();
    body()->addWidget(makeElided(qstr(machine.hardware().cpuName), TextRole::Body, Ink::Text, this));
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    m_cpu = addBar(grid, tr("Load"));
    m_memory = addBar(grid, tr("Memory"));
    m_disk = addBar(grid, tr("Disk"));
    body()->addLayout(grid);
    connect(&machine, &MachineMonitor::changed, this, &MachineCard::refresh);
    refresh();
}

void MachineCard::addGpus()
{
    for (const GpuInfo &gpu : m_machine.hardware().gpus)
        body()->addWidget(makeElided(
            tr("GPU %1 · %2 · %3").arg(gpu.index).arg(qstr(gpu.name), memoryText(static_cast<double>(gpu.memoryBytes))),
            TextRole::Body, Ink::Text, this));
    if (m_machine.hardware().gpus.empty())
        body()->addWidget(makeLabel(tr("No GPU found. Runs use the CPU."), TextRole::Secondary));
}

MachineCard::Bar MachineCard::addBar(QGridLayout *grid, const QString &label)
{
    const int row = grid->rowCount();
    Bar bar{new ProgressLine(this), makeLabel({}, TextRole::Secondary)};
    bar.figure->setFont(numberFont(TextRole::Secondary));
    bar.figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(makeLabel(label, TextRole::Secondary), row, 0);
    grid->addWidget(bar.line, row, 1);
    grid->addWidget(bar.figure, row, 2);
    return bar;
}

void MachineCard::refresh()
{
    const MachineLoad &load = m_machine.load();
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    m_cpu.line->setShare(load.cpuShare);
    m_cpu.figure->setText(tr("%1 of %2").arg(percentText(load.cpuShare, 0)).arg(m_machine.hardware().cores));
    m_memory.line->setShare(share(load.memoryUsed, load.memoryTotal));
    m_memory.figure->setText(
        tr("%1 of %2")
            .arg(memoryText(static_cast<double>(load.memoryUsed)), memoryText(static_cast<double>(load.memoryTotal))));
    m_disk.line->setShare(share(load.diskTotal - load.diskFree, load.diskTotal));
    m_disk.figure->setText(load.diskTotal ? tr("%1 free").arg(fileSizeText(static_cast<double>(load.diskFree)))
                                          : missingText());
}

} // namespace anneal
