// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runheader.h"

#include <algorithm>
#include <limits>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include "pages/common/labels.h"
#include "pages/common/runtext.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/chip.h"
#include "widgets/metrictile.h"
#include "widgets/progressline.h"
#include "widgets/rundot.h"
#include "widgets/tagbar.h"

namespace anneal {

namespace {

constexpr int kProgressWidth = 250;

std::optional<LatestValue> latest(const RunSnapshot &snapshot, const std::string &name)
{
    const auto found = snapshot.latest.find(name);
    return found == snapshot.latest.end() ? std::nullopt : std::optional(found->second);
}

/// Lowest finite validation loss among the evaluations.
double bestLoss(const RunSnapshot &snapshot)
{
    double best = std::numeric_limits<double>::infinity();
    for (const Event &event : *snapshot.events)
        if (event.kind == "evaluation" && event.data.is_object()
            && event.data.value("loss", nlohmann::json()).is_number())
            best = std::min(best, event.data["loss"].get<double>());
    return best;
}

} // namespace

std::string shownName(const RunSnapshot &snapshot)
{
    if (snapshot.annotations->name)
        return *snapshot.annotations->name;
    return snapshot.record ? snapshot.record->name : snapshot.id;
}

int shownSlot(const RunSnapshot &snapshot)
{
    if (snapshot.annotations->colorSlot)
        return *snapshot.annotations->colorSlot;
    return snapshot.record ? snapshot.record->colorSlot : 1;
}

RunHeader::RunHeader(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto *title = new QHBoxLayout;
    title->setSpacing(8);
    buildTitle(title);
    buildButtons(title);
    column->addLayout(title);
    auto *figures = new QHBoxLayout;
    figures->setSpacing(22);
    buildFigures(figures);
    column->addLayout(figures);
}

void RunHeader::buildTitle(QHBoxLayout *row)
{
    m_dot = new RunDot(this);
    m_dot->setObjectName(QStringLiteral("run.header.color"));
    m_dot->setEditable(true);
    m_dot->setDiameter(12);
    connect(m_dot, &RunDot::slotChosen, this, [this](int slot) { m_app.edits().setColorSlot(m_runId, slot); });
    row->addWidget(m_dot);
    m_name = makeElided({}, TextRole::PageTitle, Ink::Text, this);
    m_name->setElideMode(Qt::ElideMiddle);
    row->addWidget(m_name);
    m_rename = new QLineEdit(this);
    m_rename->setObjectName(QStringLiteral("run.header.name"));
    m_rename->setAccessibleName(tr("Name of the run"));
    m_rename->installEventFilter(this);
    m_rename->hide();
    connect(m_rename, &QLineEdit::editingFinished, this, [this] { finishRename(true); });
    row->addWidget(m_rename);
    m_chip = new StateChip(this);
    m_chip->setObjectName(QStringLiteral("run.header.state"));
    row->addWidget(m_chip);
    row->addWidget(m_tags = new TagBar(QStringLiteral("run.header.tags"), this));
    connect(m_tags, &TagBar::added, this,
            [this](const QString &tag) { m_app.edits().setTag(m_runId, tag.toStdString(), true); });
    connect(m_tags, &TagBar::removed, this,
            [this](const QString &tag) { m_app.edits().setTag(m_runId, tag.toStdString(), false); });
    connect(m_tags, &TagBar::followed, this,
            [this](const QString &tag) { m_app.compareWhere(QStringLiteral("tag:") + tag); });
    m_why = makeElided({}, TextRole::Body, Ink::Muted, this);
    row->addWidget(m_why, 1);
}

void RunHeader::buildButtons(QHBoxLayout *row)
{
    QToolButton *branch =
        makeFlatButton(tr("New run from this"), QStringLiteral("run.header.newRun"), QStringLiteral("branch"));
    connect(branch, &QToolButton::clicked, this, [this] { m_app.newRunFrom(qstr(m_runId)); });
    row->addWidget(branch);
    QToolButton *note = makeFlatButton(tr("Add note"), QStringLiteral("run.header.addNote"), QStringLiteral("note"));
    note->setToolTip(QStringLiteral("Ctrl+M"));
    connect(note, &QToolButton::clicked, this, &RunHeader::noteWanted);
    row->addWidget(note);
    QToolButton *tryOut = makeFlatButton(tr("Try out"), QStringLiteral("run.header.tryOut"), QStringLiteral("try-out"));
    connect(tryOut, &QToolButton::clicked, this, [this] { m_app.tryOut(qstr(m_runId)); });
    row->addWidget(tryOut);
}

void RunHeader::buildFigures(QHBoxLayout *row)
{
    auto *progress = new QVBoxLayout;
    progress->setSpacing(4);
    auto *words = new QHBoxLayout;
    words->addWidget(m_step = makeLabel({}, TextRole::Secondary));
    words->addStretch(1);
    words->addWidget(m_share = makeLabel({}, TextRole::SectionTitle));
    progress->addLayout(words);
    m_progress = new ProgressLine(this);
    m_progress->setFixedWidth(kProgressWidth);
    progress->addWidget(m_progress);
    progress->addStretch(1);
    row->addLayout(progress);
    row->addWidget(m_left = new MetricTile(tr("Time left"), this));
    row->addWidget(m_loss = new MetricTile(tr("Validation loss"), this));
    row->addWidget(m_tokens = new MetricTile(tr("Tokens"), this));
    row->addWidget(m_speed = new MetricTile(tr("Speed"), this));
    row->addStretch(1);
}

void RunHeader::setSnapshot(const RunSnapshot &snapshot)
{
    m_runId = snapshot.id;
    m_dot->setSlot(shownSlot(snapshot));
    m_name->setText(qstr(shownName(snapshot)));
    m_chip->setPhase(snapshot.evidence.phase, qstr(snapshot.evidence.reason));
    showTags(runTags(snapshot.record ? snapshot.record->config.note.tags : std::string(), *snapshot.annotations));
    const QString why = snapshot.record ? qstr(snapshot.record->config.note.why) : QString();
    m_why->setText(why.isEmpty() ? QString() : QStringLiteral("“%1”").arg(why));
    showFigures(snapshot);
}

void RunHeader::showTags(const std::vector<std::string> &tags)
{
    QStringList shown;
    for (const std::string &tag : tags)
        shown.append(qstr(tag));
    m_tags->setTags(shown);
}

QStringList RunHeader::knownTags() const
{
    QStringList known;
    for (const auto runs = m_app.workspace().runs(); const RunSummary &run : *runs)
        for (const std::string &tag : run.tags)
            if (!known.contains(qstr(tag)))
                known.append(qstr(tag));
    known.sort();
    return known;
}

void RunHeader::beginTag()
{
    m_tags->setKnown(knownTags());
    m_tags->beginAdd();
}

void RunHeader::showFigures(const RunSnapshot &snapshot)
{
    const RunState state = snapshot.evidence.state.value_or(RunState{});
    const std::int64_t total = state.totalSteps ? state.totalSteps
        : snapshot.record                       ? snapshot.record->config.schedule.total_steps
                                                : 0;
    const double share =
        total > 0 ? std::clamp(static_cast<double>(state.step) / static_cast<double>(total), 0.0, 1.0) : 0;
    m_step->setText(
        tr("Step %1 of %2").arg(countText(static_cast<double>(state.step)), countText(static_cast<double>(total))));
    m_share->setText(percentText(share));
    m_progress->setSlot(shownSlot(snapshot));
    m_progress->setShare(share);

    const bool alive = snapshot.evidence.alive();
    const double left = secondsLeft(state.step, total, state.stepSeconds);
    m_left->setLabel(alive ? tr("Time left") : tr("Training time"));
    m_left->setFigure(!alive ? spanText(state.trainingSeconds) : left < 0 ? missingText() : spanText(left));

    const auto loss = latest(snapshot, "validation.loss");
    const double best = bestLoss(snapshot);
    const QString detail = !loss ? QString()
        : loss->value <= best    ? tr("nats, best")
                                 : tr("nats, best %1").arg(lossText(best));
    m_loss->setFigure(loss ? lossText(loss->value) : missingText(), detail);
    m_tokens->setFigure(countText(static_cast<double>(state.tokens)));
    const auto speed = latest(snapshot, "tokens_per_second");
    m_speed->setFigure(speed ? countText(std::round(speed->value)) : missingText(), tr("tokens/s"));
}

void RunHeader::beginRename()
{
    m_rename->setText(m_name->text());
    m_name->hide();
    m_rename->show();
    m_rename->selectAll();
    m_rename->setFocus(Qt::ShortcutFocusReason);
}

void RunHeader::finishRename(bool keep)
{
    if (!m_rename->isVisibleTo(this))
        return;
    m_rename->hide();
    m_name->show();
    const QString name = m_rename->text().trimmed();
    if (!keep || name.isEmpty() || name == m_name->text())
        return;
    m_name->setText(name); // as it will be read a moment later
    m_app.edits().rename(m_runId, name.toStdString());
}

bool RunHeader::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_rename && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
        finishRename(false);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace anneal
