// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;

namespace anneal {

class AlertBell;
class AppContext;
class ProgressLine;

/// The bottom line of the window: load of this machine, running runs, free disk, and one sentence when something
/// happened.
class StatusStrip : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusStrip(AppContext &app, QWidget *parent = nullptr);
    void say(const QString &sentence, bool isError);

private:
    void build();
    void showLoad();
    void showRuns();

    AppContext &m_app;
    QLabel *m_cpu = nullptr;
    ProgressLine *m_cpuBar = nullptr;
    QLabel *m_memory = nullptr;
    ProgressLine *m_memoryBar = nullptr;
    QLabel *m_message = nullptr;
    QLabel *m_running = nullptr;
    QLabel *m_disk = nullptr;
    AlertBell *m_bell = nullptr;
};

} // namespace anneal
