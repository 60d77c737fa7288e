// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runoffers.h"

#include <QHBoxLayout>
#include <QLabel>

#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

QString endSentence(const RunSnapshot &snapshot)
{
    const RunEvidence &evidence = snapshot.evidence;
    if (evidence.phase == RunPhase::Finished)
        return RunOffers::tr("The run is finished. What next?");
    const std::string message = evidence.state ? evidence.state->message : std::string();
    const QString reason = qstr(evidence.reason.empty() ? phaseWord(evidence.phase) : evidence.reason);
    if (qstr(message).startsWith(reason)) // "Stopped after saving" says it all
        return qstr(message);
    return message.empty() ? reason : QStringLiteral("%1 – %2").arg(reason, qstr(message));
}

} // namespace

RunOffers::RunOffers(AppContext &app, QWidget *parent)
    : QFrame(parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("run.next"));
    setProperty("look", QStringLiteral("card"));
    setFrameShape(QFrame::StyledPanel);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 8, 6);
    row->setSpacing(8);
    m_sentence = makeLabel({});
    m_sentence->setObjectName(QStringLiteral("run.next.sentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_sentence, 1);
    m_buttons = new QHBoxLayout;
    m_buttons->setSpacing(8);
    row->addLayout(m_buttons);
}

void RunOffers::setSnapshot(const RunSnapshot &snapshot)
{
    const bool over = snapshot.loaded && !snapshot.evidence.alive();
    setVisible(over);
    const QString now = QStringLiteral("%1:%2:%3")
                            .arg(qstr(snapshot.id))
                            .arg(int(snapshot.evidence.phase))
                            .arg(snapshot.checkpoints->size());
    if (!over || now == m_shownFor)
        return;
    m_shownFor = now;
    m_runId = qstr(snapshot.id);
    m_sentence->setText(endSentence(snapshot));
    setInk(m_sentence,
           snapshot.evidence.phase == RunPhase::Failed || snapshot.evidence.phase == RunPhase::Diverged ? Ink::Error
                                                                                                        : Ink::Text);
    rebuild(snapshot);
}

void RunOffers::rebuild(const RunSnapshot &snapshot)
{
    while (QLayoutItem *item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater(); // it may be the sender
        item->widget()->setObjectName({});
        delete item;
    }
    const RunPhase phase = snapshot.evidence.phase;
    const bool hasCheckpoint = !snapshot.checkpoints->empty();
    if (hasCheckpoint)
        offer(tr("Try out this checkpoint"), QStringLiteral("tryOut"), QStringLiteral("try-out"),
              [this] { m_app.tryOut(m_runId); });
    if (phase == RunPhase::Stopped || phase == RunPhase::Failed)
        offer(hasCheckpoint ? tr("Resume") : tr("Start again"), QStringLiteral("resume"), QStringLiteral("play"),
              [this] { resume(); });
    if (phase == RunPhase::Failed || phase == RunPhase::Diverged)
        offer(tr("Show log"), QStringLiteral("log"), {}, [this] { Q_EMIT logWanted(); });
    offer(phase == RunPhase::Finished ? tr("Change one setting and compare") : tr("Change and start anew"),
          QStringLiteral("change"), QStringLiteral("branch"), [this] { m_app.newRunFrom(m_runId); });
    if (phase == RunPhase::Finished)
        offer(tr("Use your own data"), QStringLiteral("ownData"), {},
              [this] { m_app.newRunFromPreset({}, QStringLiteral("data.train")); });
}

void RunOffers::offer(const QString &text, const QString &name, const QString &iconName, std::function<void()> act)
{
    QPushButton *button = makeButton(text, QStringLiteral("run.next.") + name, iconName);
    connect(button, &QPushButton::clicked, this, [act = std::move(act)] { act(); });
    m_buttons->addWidget(button);
}

void RunOffers::resume()
{
    m_app.actions().resume(m_runId.toStdString(), this, [this](Result<void> done) {
        if (!done)
            m_app.sayError(done.error());
        else
            Q_EMIT resumed();
    });
}

} // namespace anneal
