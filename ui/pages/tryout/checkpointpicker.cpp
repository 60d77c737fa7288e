// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/checkpointpicker.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/chip.h"

namespace anneal {

CheckpointPicker::CheckpointPicker(AppContext &app, Kind kind, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
    , m_kind(kind)
{
    build();
    connect(&app.workspace(), &WorkspaceService::runsChanged, this, &CheckpointPicker::showRuns);
    connect(m_runs, &QComboBox::activated, this, [this] {
        m_wantedStep.reset();
        followChosen();
    });
    connect(m_checkpoints, &QComboBox::activated, this, [this](int index) {
        const std::size_t fromNewest = static_cast<std::size_t>(index);
        if (m_list && fromNewest < m_list->size())
            take((*m_list)[m_list->size() - 1 - fromNewest]);
    });
    connect(m_newer, &QToolButton::clicked, this, [this] { take(m_list->back()); });
    showRuns();
}

/// "tryOut.run", "tryOut.compared.run"
QString CheckpointPicker::name(const char *part) const
{
    return (m_kind == Kind::Main ? QStringLiteral("tryOut.") : QStringLiteral("tryOut.compared."))
        + QLatin1String(part);
}

void CheckpointPicker::build()
{
    const bool isMain = m_kind == Kind::Main;
    m_runs = new QComboBox;
    m_runs->setObjectName(name("run"));
    m_runs->setAccessibleName(isMain ? tr("Run") : tr("Run to compare with"));
    m_runs->setMinimumContentsLength(16);
    m_runs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_state = new StateChip;
    m_checkpoints = new QComboBox;
    m_checkpoints->setObjectName(name("checkpoint"));
    m_checkpoints->setAccessibleName(isMain ? tr("Checkpoint") : tr("Checkpoint to compare with"));
    m_checkpoints->setMinimumContentsLength(34);
    m_checkpoints->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_newer = makeLink({}, name("newer"));
    m_newer->setAccessibleName(tr("Take the newer checkpoint"));
    m_newer->hide();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *runLabel = makeLabel(isMain ? tr("Run") : tr("Compare with"), TextRole::Secondary);
    runLabel->setFixedWidth(runLabel->fontMetrics().horizontalAdvance(tr("Compare with")) + 4); // one below the other
    layout->addWidget(runLabel);
    layout->addWidget(m_runs);
    layout->addWidget(m_state);
    layout->addSpacing(12);
    m_checkpoints->setPlaceholderText(tr("None yet"));
    m_checkpointLabel = makeLabel(tr("Checkpoint"), TextRole::Secondary);
    layout->addWidget(m_checkpointLabel);
    layout->addWidget(m_checkpoints);
    layout->addWidget(m_newer);
    layout->addStretch(isMain ? 0 : 1);
    guardWheel(this);
}

QString CheckpointPicker::runId() const
{
    return m_runs->currentData().toString();
}

QString CheckpointPicker::alphabet() const
{
    const auto record = m_follower ? m_follower->snapshot()->record : nullptr;
    return record ? qstr(record->config.data.alphabet) : QString();
}

std::optional<qint64> CheckpointPicker::maxLength() const
{
    const auto record = m_follower ? m_follower->snapshot()->record : nullptr;
    return record ? std::optional<qint64>(record->config.data.max_length - 2) : std::nullopt;
}

QStringList CheckpointPicker::tasks() const
{
    const auto record = m_follower ? m_follower->snapshot()->record : nullptr;
    const std::string task = record ? record->config.objective.task : "masked_lm";
    if (task == "causal_lm")
        return {QStringLiteral("generate"), QStringLiteral("score"), QStringLiteral("embed")};
    if (task == "token_classification")
        return {QStringLiteral("label"), QStringLiteral("embed")};
    if (task != "masked_lm")
        return {QStringLiteral("classify"), QStringLiteral("embed")};
    QStringList tasks{QStringLiteral("fill-mask"), QStringLiteral("score"), QStringLiteral("embed")};
    // Training does not fit a contact head; one that came with published weights goes on working.
    if (record && !record->config.model.init_from.empty())
        tasks << QStringLiteral("contacts");
    return tasks;
}

QString CheckpointPicker::checkpointName() const
{
    const RunSummary *run = m_app.workspace().run(runId().toStdString());
    return tr("step %1 of %2").arg(countText(static_cast<double>(m_checkpoint->step)), run ? qstr(run->name) : runId());
}

QString CheckpointPicker::problem() const
{
    if (m_kind == Kind::Compared && runId().isEmpty())
        return {};
    if (m_runs->count() == 0)
        return tr("There is no run yet. Start one on Home; its first checkpoint can be tried while it trains.");
    if (m_checkpoint)
        return {};
    const auto shot = m_follower ? m_follower->snapshot() : nullptr;
    if (!shot || !shot->loaded)
        return tr("Reading the run…");
    if (!shot->problem.empty())
        return qstr(shot->problem);
    const bool alive = shot->evidence.alive() && shot->record;
    return alive
        ? tr("No checkpoint yet. The first one comes at step %1, or now with “Checkpoint now” on the run's page.")
              .arg(countText(static_cast<double>(shot->record->config.checkpoint.every_steps)))
        : tr("This run has no complete checkpoint. Choose another run.");
}

void CheckpointPicker::choose(const QString &runId, std::optional<qint64> step)
{
    m_wantedStep = step;
    m_wantedRun = runId;
    const int index = m_runs->findData(runId);
    if (index < 0)
        return;
    m_wantedRun.clear();
    m_runs->setCurrentIndex(index);
    followChosen();
}

/// The list keeps its choice; the first run that ever got somewhere is the choice of a first visit.
void CheckpointPicker::showRuns()
{
    const QString before = runId();
    const auto runs = m_app.workspace().runs();
    const QSignalBlocker quiet(m_runs);
    m_runs->clear();
    if (m_kind == Kind::Compared)
        m_runs->addItem(tr("Nothing"), QString());
    int first = -1;
    for (const RunSummary &run : *runs) {
        m_runs->addItem(qstr(run.name), qstr(run.id));
        if (m_kind == Kind::Main && first < 0 && run.step > 0)
            first = m_runs->count() - 1;
    }
    const bool arrived = !m_wantedRun.isEmpty() && m_runs->findData(m_wantedRun) >= 0;
    const int kept = m_runs->findData(arrived ? std::exchange(m_wantedRun, {}) : before);
    m_runs->setCurrentIndex(kept >= 0 ? kept : std::max(0, first));
    if (runId() != before)
        followChosen();
    if (const RunSummary *run = m_app.workspace().run(runId().toStdString()))
        m_state->setPhase(run->phase, qstr(run->reason));
    showParts();
}

/// Of no run there is neither a state nor a checkpoint.
void CheckpointPicker::showParts()
{
    const bool isChosen = m_kind == Kind::Main ? m_runs->count() > 0 : !runId().isEmpty();
    m_state->setVisible(isChosen);
    for (QWidget *part : {static_cast<QWidget *>(m_checkpointLabel), static_cast<QWidget *>(m_checkpoints)})
        part->setVisible(isChosen || m_kind == Kind::Main);
}

void CheckpointPicker::followChosen()
{
    if (m_follower && m_follower->runId() == runId().toStdString()) {
        showSnapshot();
        return;
    }
    m_checkpoint.reset();
    setNotice({});
    m_list = nullptr;
    m_checkpoints->clear();
    m_newer->hide();
    showParts();
    if (m_follower)
        m_follower->disconnect(this);
    m_follower = runId().isEmpty() ? nullptr : m_app.follow(runId());
    if (m_follower)
        connect(m_follower.get(), &RunFollower::changed, this, &CheckpointPicker::showSnapshot);
    showSnapshot();
    Q_EMIT changed();
}

void CheckpointPicker::showSnapshot()
{
    if (!m_follower)
        return;
    const auto shot = m_follower->snapshot();
    m_state->setPhase(shot->evidence.phase, qstr(shot->evidence.reason));
    m_list = shot->checkpoints;
    if (shot->loaded && m_wantedStep)
        takeWanted();
    if (!m_checkpoint && !m_list->empty() && !m_wantedStep)
        take(m_list->back());
    else if (!m_checkpoint)
        Q_EMIT changed();
    showCheckpoints();
    showNewer();
}

void CheckpointPicker::takeWanted()
{
    const qint64 step = *m_wantedStep;
    m_wantedStep.reset();
    setNotice({});
    if (const int row = rowOf(step); row >= 0)
        take((*m_list)[m_list->size() - 1 - static_cast<std::size_t>(row)]);
    else if (!m_list->empty()) {
        take(m_list->back());
        setNotice(tr("There is no checkpoint of step %1 any more. This is the newest one.")
                      .arg(countText(static_cast<double>(step))));
    }
}

int CheckpointPicker::rowOf(qint64 step) const
{
    for (std::size_t i = 0; m_list && i < m_list->size(); ++i)
        if ((*m_list)[i].step == step)
            return static_cast<int>(m_list->size() - 1 - i);
    return -1;
}

void CheckpointPicker::setNotice(const QString &notice)
{
    if (notice == m_notice)
        return;
    m_notice = notice;
    Q_EMIT noticeChanged();
}

/// The list is only filled anew when it changed: it may be open.
void CheckpointPicker::showCheckpoints()
{
    QStringList labels;
    for (auto info = m_list->rbegin(); info != m_list->rend(); ++info)
        labels << label(*info);
    QStringList shown;
    for (int i = 0; i < m_checkpoints->count(); ++i)
        shown << m_checkpoints->itemText(i);
    const int row = m_checkpoint ? rowOf(m_checkpoint->step) : -1;
    if (labels != shown) {
        const QSignalBlocker quiet(m_checkpoints);
        m_checkpoints->clear();
        m_checkpoints->addItems(labels);
        m_checkpoints->setCurrentIndex(row);
    }
    if (!m_checkpoint || row >= 0)
        return;
    const QString step = countText(static_cast<double>(m_checkpoint->step));
    m_checkpoints->setPlaceholderText(tr("step %1 · removed").arg(step));
    setNotice(tr("The checkpoint of step %1 was removed by the rotation. It answers as long as it stays loaded; choose "
                 "another one to go on.")
                  .arg(step));
}

QString CheckpointPicker::label(const CheckpointInfo &checkpoint) const
{
    QStringList parts{tr("step %1").arg(countText(static_cast<double>(checkpoint.step)))};
    if (checkpoint.validationLoss)
        parts << lossText(*checkpoint.validationLoss);
    if (checkpoint.best)
        parts << tr("best");
    if (checkpoint.last)
        parts << tr("newest");
    parts << whenText(checkpoint.timeMicros);
    return parts.join(QStringLiteral(" · "));
}

void CheckpointPicker::take(const CheckpointInfo &checkpoint)
{
    const bool same = m_checkpoint && m_checkpoint->folder == checkpoint.folder;
    m_checkpoint = checkpoint;
    m_checkpoints->setCurrentIndex(rowOf(checkpoint.step));
    showNewer();
    setNotice({});
    if (!same)
        Q_EMIT changed();
}

void CheckpointPicker::showNewer()
{
    const bool newer = m_checkpoint && m_list && !m_list->empty() && m_list->back().step > m_checkpoint->step;
    m_newer->setVisible(newer);
    if (newer)
        m_newer->setText(tr("Newer: %1").arg(countText(static_cast<double>(m_list->back().step))));
}

} // namespace anneal
