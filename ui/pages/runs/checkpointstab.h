// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "models/checkpointsmodel.h"
#include "models/runsnapshot.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;

namespace anneal {

class AppContext;

/// The complete checkpoints of a run, and what can be done with one.
class CheckpointsTab : public QWidget
{
    Q_OBJECT
public:
    explicit CheckpointsTab(AppContext &app, QWidget *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);

private:
    void buildButtons(QHBoxLayout *row);
    void updateButtons();
    [[nodiscard]] const CheckpointInfo *chosen() const;

    AppContext &m_app;
    QString m_runId;
    CheckpointsModel m_model;
    QTableView *m_table = nullptr;
    QLabel *m_empty = nullptr;
    QPushButton *m_tryOut = nullptr;
    QPushButton *m_branch = nullptr;
    QPushButton *m_folder = nullptr;
};

} // namespace anneal
