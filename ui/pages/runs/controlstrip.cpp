// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/controlstrip.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>

#include "pages/context.h"
#include "pages/runs/livefield.h"
#include "pages/runs/livevalues.h"
#include "run/changes.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

/// Three significant digits: ÷ 3 of 4e-4 is 1.33e-4, as a person would type it.
double rounded(double value)
{
    if (value == 0 || !std::isfinite(value))
        return value;
    const double scale = std::pow(10, 2 - std::floor(std::log10(std::abs(value))));
    return std::round(value * scale) / scale;
}

QFrame *makeDivider(QWidget *parent)
{
    auto *line = new QFrame(parent);
    line->setFrameShape(QFrame::VLine);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedHeight(20);
    return line;
}

QString commandName(const CommandProgress &command)
{
    if (command.arguments.contains(kRateKey))
        return ControlStrip::tr("Learning rate %1").arg(exactText(command.arguments[kRateKey].get<double>()));
    if (command.arguments.contains(kClipKey))
        return ControlStrip::tr("Clip %1").arg(exactText(command.arguments[kClipKey].get<double>()));
    if (command.verb == "undo")
        return ControlStrip::tr("Undo");
    if (command.verb == "decay")
        return ControlStrip::tr("Final decay");
    if (command.verb == "set")
        return ControlStrip::tr("Setting");
    if (command.verb == "pause")
        return ControlStrip::tr("Pause");
    if (command.verb == "continue")
        return ControlStrip::tr("Continue");
    if (command.verb == "save")
        return ControlStrip::tr("Checkpoint");
    if (command.verb == "evaluate")
        return ControlStrip::tr("Evaluation");
    return ControlStrip::tr("Stop");
}

QString stageText(const CommandProgress &command)
{
    switch (command.stage) {
    case CommandStage::Posting:
    case CommandStage::Sent:
        return ControlStrip::tr("sent, takes effect at the next step");
    case CommandStage::WaitingForTrainer:
        return ControlStrip::tr("waiting for the trainer");
    case CommandStage::InForce:
        return ControlStrip::tr("in force since step %1").arg(countText(static_cast<double>(command.step)));
    case CommandStage::Refused:
        return qstr(command.message);
    }
    return {};
}

} // namespace

ControlStrip::ControlStrip(AppContext &app, QWidget *parent)
    : QFrame(parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("run.control"));
    setProperty("look", QStringLiteral("card"));
    setFrameShape(QFrame::StyledPanel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(4);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    buildButtons(row);
    row->addWidget(makeDivider(this));
    buildFields(row);
    row->addStretch(1);
    buildEnd(row);
    column->addLayout(row);
    m_status = makeLabel({}, TextRole::Secondary);
    m_status->setObjectName(QStringLiteral("run.control.status"));
    m_status->hide();
    column->addWidget(m_status);
}

void ControlStrip::buildButtons(QHBoxLayout *row)
{
    m_pause = makeButton(tr("Pause"), QStringLiteral("run.control.pause"), QStringLiteral("pause"));
    connect(m_pause, &QPushButton::clicked, this, &ControlStrip::pauseOrContinue);
    row->addWidget(m_pause);
    m_checkpoint =
        makeButton(tr("Checkpoint now"), QStringLiteral("run.control.checkpoint"), QStringLiteral("checkpoint"));
    connect(m_checkpoint, &QPushButton::clicked, this, &ControlStrip::checkpointNow);
    row->addWidget(m_checkpoint);
    m_evaluate = makeButton(tr("Evaluate now"), QStringLiteral("run.control.evaluate"), QStringLiteral("evaluate"));
    connect(m_evaluate, &QPushButton::clicked, this, &ControlStrip::evaluateNow);
    row->addWidget(m_evaluate);
}

void ControlStrip::buildFields(QHBoxLayout *row)
{
    m_rateField = new LiveField(tr("Learning rate"), QStringLiteral("run.control.lr"), this);
    connect(m_rateField, &LiveField::applied, this, [this](double value) { setLive(kRateKey, value); });
    row->addWidget(m_rateField);
    auto *factors = new QHBoxLayout;
    factors->setSpacing(0);
    QToolButton *divide = makeSegment(tr("÷ 3"), QStringLiteral("run.control.lrDivide3"), SegmentPlace::First);
    divide->setAccessibleName(tr("Divide the learning rate by 3"));
    connect(divide, &QToolButton::clicked, this, [this] { scaleRate(1.0 / 3); });
    factors->addWidget(divide);
    QToolButton *times = makeSegment(tr("× 3"), QStringLiteral("run.control.lrTimes3"), SegmentPlace::Last);
    times->setAccessibleName(tr("Multiply the learning rate by 3"));
    connect(times, &QToolButton::clicked, this, [this] { scaleRate(3); });
    factors->addWidget(times);
    for (QToolButton *button : {divide, times})
        button->setCheckable(false);
    row->addLayout(factors);
    m_clipField = new LiveField(tr("Clip"), QStringLiteral("run.control.clip"), this);
    connect(m_clipField, &LiveField::applied, this, [this](double value) { setLive(kClipKey, value); });
    row->addWidget(m_clipField);
    m_reason = new QLineEdit(this);
    m_reason->setObjectName(QStringLiteral("run.control.reason"));
    m_reason->setAccessibleName(tr("Why this change"));
    m_reason->setPlaceholderText(tr("Why?"));
    m_reason->setToolTip(tr("Kept with the change in the journal"));
    m_reason->setMinimumWidth(60);
    row->addWidget(m_reason, 4);
}

void ControlStrip::buildEnd(QHBoxLayout *row)
{
    m_force = makeButton(tr("Force stop…"), QStringLiteral("run.control.forceStop"), QStringLiteral("stop"));
    connect(m_force, &QPushButton::clicked, this, &ControlStrip::forceStop);
    m_force->hide();
    row->addWidget(m_force);
    m_stop = makeButton(tr("Stop and save"), QStringLiteral("run.control.stop"), QStringLiteral("stop-save"));
    connect(m_stop, &QPushButton::clicked, this, &ControlStrip::stopAndSave);
    row->addWidget(m_stop);
    row->addWidget(makeMore());
}

QToolButton *ControlStrip::makeMore()
{
    QToolButton *more =
        makeIconButton(QStringLiteral("chevron"), tr("More commands"), QStringLiteral("run.control.more"));
    auto *menu = new QMenu(more);
    menu->addAction(tr("Change another setting…"), this, [this] { askLiveChange(window(), m_snapshot, wish()); })
        ->setObjectName(QStringLiteral("run.control.change"));
    m_undo = menu->addAction(tr("Undo the last change"), this, [this] { post("undo"); });
    m_undo->setObjectName(QStringLiteral("run.control.undo"));
    menu->addAction(tr("Final decay now…"), this, [this] { askFinalDecay(window(), m_snapshot, wish()); })
        ->setObjectName(QStringLiteral("run.control.decay"));
    menu->addSeparator();
    menu->addAction(tr("Pause and free the memory"), this, [this] { post("pause", {{"free_memory", true}}); });
    menu->addAction(tr("Stop without saving…"), this, &ControlStrip::stopWithoutSaving);
    more->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this] {
        const std::vector<Event> changes = m_snapshot.events ? changesInForce(*m_snapshot.events) : std::vector<Event>();
        m_undo->setEnabled(!changes.empty());
        m_undo->setText(changes.empty() ? tr("Undo the last change")
                                        : tr("Undo: %1").arg(qstr(changes.back().text)));
    });
    more->setPopupMode(QToolButton::InstantPopup);
    return more;
}

void ControlStrip::setFollower(std::shared_ptr<RunFollower> follower)
{
    if (m_follower)
        m_follower->disconnect(this);
    m_follower = std::move(follower);
    m_status->hide();
    m_reason->clear();
    m_rateField->settle();
    m_clipField->settle();
    if (m_follower)
        connect(m_follower.get(), &RunFollower::commandChanged, this, &ControlStrip::showCommand);
}

void ControlStrip::setSnapshot(const RunSnapshot &snapshot)
{
    m_snapshot = snapshot;
    const RunPhase phase = snapshot.evidence.phase;
    setVisible(snapshot.evidence.alive());
    m_paused = phase == RunPhase::Paused;
    m_pause->setText(m_paused ? tr("Continue") : tr("Pause"));
    m_pause->setIcon(icon(m_paused ? QStringLiteral("play") : QStringLiteral("pause")));
    const bool obeys = phase == RunPhase::Running || phase == RunPhase::Paused;
    for (QWidget *control :
         {static_cast<QWidget *>(m_pause), static_cast<QWidget *>(m_checkpoint), static_cast<QWidget *>(m_evaluate),
          static_cast<QWidget *>(m_rateField), static_cast<QWidget *>(m_clipField)})
        control->setEnabled(obeys);
    m_stop->setEnabled(phase != RunPhase::Stopping);
    m_force->setVisible(phase == RunPhase::NotResponding || phase == RunPhase::Stopping);
    if (const auto rate = snapshot.latest.find(kRateKey); rate != snapshot.latest.end())
        m_rateField->setValue(m_rate = rate->second.value);
    m_clipField->setValue(clipInForce(snapshot));
}

void ControlStrip::post(const std::string &verb, const nlohmann::json &arguments)
{
    if (m_follower)
        m_follower->post(verb, arguments, m_reason->text().trimmed().toStdString());
}

OnWish ControlStrip::wish()
{
    return [follower = m_follower](const LiveWish &wished) {
        if (follower)
            follower->post(wished.verb, wished.arguments, wished.reason);
    };
}

void ControlStrip::pauseOrContinue()
{
    post(m_paused ? "continue" : "pause");
}

void ControlStrip::checkpointNow()
{
    post("save");
}

void ControlStrip::evaluateNow()
{
    post("evaluate");
}

void ControlStrip::stopAndSave()
{
    post("stop", {{"save", true}});
}

void ControlStrip::setLive(const std::string &key, double value)
{
    post("set", {{key, value}});
}

void ControlStrip::scaleRate(double factor)
{
    if (m_rate > 0)
        setLive(kRateKey, rounded(m_rate * factor));
    else
        m_app.say(tr("The learning rate is not known before the first step."));
}

void ControlStrip::showCommand(int index)
{
    const CommandProgress &command = m_follower->commands()[static_cast<std::size_t>(index)];
    m_status->setText(QStringLiteral("%1: %2").arg(commandName(command), stageText(command)));
    setInk(m_status,
           command.stage == CommandStage::Refused                 ? Ink::Error
               : command.stage == CommandStage::WaitingForTrainer ? Ink::Warn
                                                                  : Ink::Muted);
    m_status->show();
    if (command.stage != CommandStage::InForce && command.stage != CommandStage::Refused)
        return;
    m_rateField->settle();
    m_clipField->settle();
    if (command.stage == CommandStage::InForce)
        m_reason->clear();
}

void ControlStrip::stopWithoutSaving()
{
    QMessageBox box(QMessageBox::Question, tr("Stop without saving?"),
                    tr("Everything since the last checkpoint is lost. The run can be resumed from that checkpoint."),
                    QMessageBox::NoButton, window());
    QPushButton *stop = box.addButton(tr("Stop and lose the steps since then"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(tr("Keep running"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() == stop)
        post("stop", {{"save", false}});
}

void ControlStrip::forceStop()
{
    QMessageBox box(QMessageBox::Question, tr("End the trainer by force?"),
                    tr("The process is ended at once, without saving. What was logged stays; the run can be resumed "
                       "from its newest "
                       "checkpoint."),
                    QMessageBox::NoButton, window());
    QPushButton *end = box.addButton(tr("End it now"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(tr("Wait"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() != end || !m_follower)
        return;
    m_app.actions().forceStop(m_follower->runId(), this, [this](Result<void> done) {
        if (!done)
            m_app.sayError(done.error());
        else
            m_follower->lookSoon();
    });
}

} // namespace anneal
