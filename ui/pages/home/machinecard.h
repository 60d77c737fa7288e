// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/machinemonitor.h"
#include "widgets/card.h"

class QGridLayout;
class QLabel;

namespace anneal {

class ProgressLine;

/// Load of this machine, once a second.
class MachineCard : public Card
{
    Q_OBJECT
public:
    explicit MachineCard(MachineMonitor &machine, QWidget *parent = nullptr);

private:
    struct Bar {
        ProgressLine *line = nullptr;
        QLabel *figure = nullptr;
    };
    [[nodiscard]] Bar addBar(QGridLayout *grid, const QString &label);
    void addGpus();
    void refresh();

    MachineMonitor &m_machine;
    Bar m_cpu, m_memory, m_disk;
};

} // namespace anneal
