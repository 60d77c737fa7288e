// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "models/runfollower.h"
#include "run/checkpoints.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace anneal {

class AppContext;
class StateChip;

/// Run and checkpoint. A newer checkpoint of a run that trains is offered, never taken by itself. One that is asked
/// beside another may be none.
class CheckpointPicker : public QWidget
{
    Q_OBJECT
public:
    enum class Kind { Main, Compared };
    explicit CheckpointPicker(AppContext &app, Kind kind = Kind::Main, QWidget *parent = nullptr);
    /// Without a step: the newest checkpoint as soon as there is one.
    void choose(const QString &runId, std::optional<qint64> step);
    [[nodiscard]] QString runId() const;
    [[nodiscard]] const std::optional<CheckpointInfo> &checkpoint() const { return m_checkpoint; }
    /// The run's alphabet; empty while it is not known.
    [[nodiscard]] QString alphabet() const;
    [[nodiscard]] std::optional<qint64> maxLength() const;
    /// What the run's model answers (tasks of docs/engine.md), the main one first.
    [[nodiscard]] QStringList tasks() const;
    /// Why there is nothing to ask; empty when there is.
    [[nodiscard]] QString problem() const;
    /// "step 1,200 of mlm-01"; only with a checkpoint.
    [[nodiscard]] QString checkpointName() const;
    /// What is to be said about the chosen checkpoint: it is gone, or another one than was asked for. Mostly empty.
    [[nodiscard]] QString notice() const { return m_notice; }

Q_SIGNALS:
    void changed(); ///< another checkpoint, or there is one at last
    void noticeChanged();

private:
    void build();
    void showRuns();
    void showParts();
    void followChosen();
    void showSnapshot();
    void showCheckpoints();
    void take(const CheckpointInfo &checkpoint);
    void takeWanted();
    void showNewer();
    void setNotice(const QString &notice);
    [[nodiscard]] int rowOf(qint64 step) const;
    [[nodiscard]] QString label(const CheckpointInfo &checkpoint) const;

    [[nodiscard]] QString name(const char *part) const;

    AppContext &m_app;
    Kind m_kind;
    QComboBox *m_runs = nullptr;
    StateChip *m_state = nullptr;
    QLabel *m_checkpointLabel = nullptr;
    QComboBox *m_checkpoints = nullptr;
    QToolButton *m_newer = nullptr;
    std::shared_ptr<RunFollower> m_follower;
    std::shared_ptr<const std::vector<CheckpointInfo>> m_list;
    std::optional<CheckpointInfo> m_checkpoint;
    QString m_wantedRun; ///< asked for before it was in the list
    std::optional<qint64> m_wantedStep;
    QString m_notice;
};

} // namespace anneal
