// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/card.h"
#include "workspace/workspace.h"

class QLabel;
class QToolButton;

namespace anneal {

class AppContext;
class MetricTile;
class ProgressLine;
class RunDot;
class Sparkline;
class StateChip;

/// One living run on Home: state, curve, validation loss, progress, time left and speed. A click opens the run.
class RunningCard : public Card
{
    Q_OBJECT
public:
    RunningCard(const RunSummary &run, AppContext &app, QWidget *parent = nullptr);
    void setRun(const RunSummary &run);
    /// Without curve and figures, for when many runs are alive.
    void setCompact(bool compact);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void buildHeader();
    void buildMiddle();
    void buildFooter();
    void open();

    AppContext &m_app;
    QString m_runId;
    RunDot *m_dot = nullptr;
    QToolButton *m_name = nullptr;
    StateChip *m_chip = nullptr;
    QLabel *m_device = nullptr;
    QWidget *m_middle = nullptr;
    Sparkline *m_curve = nullptr;
    MetricTile *m_loss = nullptr;
    QLabel *m_about = nullptr;
    QLabel *m_step = nullptr;
    ProgressLine *m_progress = nullptr;
    QLabel *m_share = nullptr;
    QLabel *m_left = nullptr;
};

} // namespace anneal
