// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QFrame>

#include "models/runfollower.h"
#include "pages/runs/steering.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace anneal {

class AppContext;
class LiveField;

/// Commands to a living run. Each is one file for the trainer; what the trainer says to it is shown at the right.
class ControlStrip : public QFrame
{
    Q_OBJECT
public:
    explicit ControlStrip(AppContext &app, QWidget *parent = nullptr);
    void setFollower(std::shared_ptr<RunFollower> follower);
    void setSnapshot(const RunSnapshot &snapshot);

    void pauseOrContinue();
    void checkpointNow();
    void evaluateNow();
    void stopAndSave();

private:
    void buildButtons(QHBoxLayout *row);
    void buildFields(QHBoxLayout *row);
    void buildEnd(QHBoxLayout *row);
    [[nodiscard]] QToolButton *makeMore();
    void post(const std::string &verb, const nlohmann::json &arguments = nlohmann::json::object());
    [[nodiscard]] OnWish wish();
    void setLive(const std::string &key, double value);
    void scaleRate(double factor);
    void showCommand(int index);
    void stopWithoutSaving();
    void forceStop();

    AppContext &m_app;
    std::shared_ptr<RunFollower> m_follower;
    RunSnapshot m_snapshot; ///< newest
    bool m_paused = false;
    double m_rate = 0; ///< newest learning rate that was logged
    QPushButton *m_pause = nullptr;
    QPushButton *m_checkpoint = nullptr;
    QPushButton *m_evaluate = nullptr;
    LiveField *m_rateField = nullptr;
    LiveField *m_clipField = nullptr;
    QLineEdit *m_reason = nullptr;
    QLabel *m_status = nullptr;
    QAction *m_undo = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_force = nullptr;
};

} // namespace anneal
