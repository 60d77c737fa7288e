// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <QObject>
#include <QTimer>

#include "base/hardware.h"

namespace anneal {

class WorkspaceService;

/// How busy this machine is now.
struct MachineLoad {
    double cpuShare = 0; ///< 0–1 since the last look
    std::uint64_t memoryUsed = 0, memoryTotal = 0;
    std::uint64_t diskFree = 0, diskTotal = 0; ///< where the workspace is; 0 until known
};

/// Looks at the machine once a second. The disk is asked on the workspace's thread: a dead network drive must not stop
/// the window.
class MachineMonitor : public QObject
{
    Q_OBJECT
public:
    explicit MachineMonitor(WorkspaceService &service, QObject *parent = nullptr);
    [[nodiscard]] const Hardware &hardware() const { return m_hardware; }
    [[nodiscard]] const MachineLoad &load() const { return m_load; }

Q_SIGNALS:
    void changed();

private:
    void look();
    void readProcessor();
    void askDisk();

    WorkspaceService &m_service;
    Hardware m_hardware;
    MachineLoad m_load;
    std::uint64_t m_busyTicks = 0, m_allTicks = 0;
    QTimer m_timer;
};

} // namespace anneal
