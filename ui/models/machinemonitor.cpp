// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/machinemonitor.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "models/workspaceservice.h"

namespace anneal {

namespace {

constexpr int kIntervalMs = 1000;

struct ProcessorTicks {
    std::uint64_t busy = 0, all = 0;
};

ProcessorTicks processorTicks()
{
    // cpu user nice system idle iowait irq softirq steal …
    std::ifstream file("/proc/stat");
    std::string word;
    file >> word;
    ProcessorTicks ticks;
    std::uint64_t value = 0;
    for (int column = 0; column < 8 && file >> value; ++column) {
        ticks.all += value;
        const bool idle = column == 3 || column == 4;
        ticks.busy += idle ? 0 : value;
    }
    return ticks;
}

} // namespace

MachineMonitor::MachineMonitor(WorkspaceService &service, QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_hardware(localHardware())
{
    connect(&m_timer, &QTimer::timeout, this, &MachineMonitor::look);
    m_timer.start(kIntervalMs);
    look();
}

void MachineMonitor::look()
{
    const Hardware now = localHardware();
    m_load.memoryTotal = now.memoryBytes;
    m_load.memoryUsed = now.memoryBytes - std::min(now.memoryBytes, now.availableMemoryBytes);
    readProcessor();
    askDisk();
    Q_EMIT changed();
}

void MachineMonitor::readProcessor()
{
    const ProcessorTicks ticks = processorTicks();
    const std::uint64_t all = ticks.all - m_allTicks;
    if (m_allTicks > 0 && all > 0)
        m_load.cpuShare = static_cast<double>(ticks.busy - m_busyTicks) / static_cast<double>(all);
    m_busyTicks = ticks.busy;
    m_allTicks = ticks.all;
}

void MachineMonitor::askDisk()
{
    m_service.ask<std::filesystem::space_info>(
        this,
        [](Workspace &workspace) -> Result<std::filesystem::space_info> {
            std::error_code ignored;
            return std::filesystem::space(workspace.folder(), ignored);
        },
        [this](Result<std::filesystem::space_info> space) {
            if (!space || space->capacity == static_cast<std::uintmax_t>(-1))
                return;
            m_load.diskFree = space->available;
            m_load.diskTotal = space->capacity;
        });
}

} // namespace anneal
