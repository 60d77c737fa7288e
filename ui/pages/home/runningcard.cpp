// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/runningcard.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>

#include "charts/sparkline.h"
#include "models/runlistmodel.h"
#include "pages/common/runtext.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/chip.h"
#include "widgets/metrictile.h"
#include "widgets/progressline.h"
#include "widgets/rundot.h"

namespace anneal {

RunningCard::RunningCard(const RunSummary &run, AppContext &app, QWidget *parent)
    : Card({}, parent)
    , m_app(app)
    , m_runId(qstr(run.id))
{
    setCursor(Qt::PointingHandCursor);
    body()->setSpacing(8);
    buildHeader();
    buildMiddle();
    buildFooter();
    setRun(run);
}

void RunningCard::buildHeader()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    m_dot = new RunDot(this);
    row->addWidget(m_dot);
    m_name = makeFlatButton({}, QStringLiteral("home.running.%1.open").arg(m_runId));
    m_name->setFont(uiFont(TextRole::CardTitle));
    connect(m_name, &QToolButton::clicked, this, &RunningCard::open);
    row->addWidget(m_name);
    m_chip = new StateChip(this);
    row->addSpacing(4);
    row->addWidget(m_chip);
    row->addStretch(1);
    m_device = makeLabel({}, TextRole::Secondary);
    row->addWidget(m_device);
    body()->addLayout(row);
}

void RunningCard::buildMiddle()
{
    m_middle = new QWidget(this);
    auto *row = new QHBoxLayout(m_middle);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    m_curve = new Sparkline(m_middle);
    m_curve->setMinimumHeight(72);
    m_curve->setShowScale(true);
    m_curve->setEmptyText(tr("No points yet"));
    row->addWidget(m_curve, 3);
    auto *column = new QVBoxLayout;
    column->setSpacing(4);
    m_loss = new MetricTile(tr("Validation loss"), m_middle);
    column->addWidget(m_loss);
    m_about = makeLabel({}, TextRole::Secondary);
    m_about->setWordWrap(true);
    column->addWidget(m_about);
    column->addStretch(1);
    row->addLayout(column, 2);
    body()->addWidget(m_middle);
}

void RunningCard::buildFooter()
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    m_step = makeLabel({}, TextRole::Secondary);
    row->addWidget(m_step);
    m_progress = new ProgressLine(this);
    row->addWidget(m_progress, 1);
    m_share = makeLabel({}, TextRole::SectionTitle);
    row->addWidget(m_share);
    m_left = makeLabel({}, TextRole::Secondary);
    row->addWidget(m_left);
    body()->addLayout(row);
}

void RunningCard::setRun(const RunSummary &run)
{
    m_dot->setSlot(run.colorSlot);
    m_name->setText(qstr(run.name));
    m_name->setAccessibleName(tr("Open %1").arg(qstr(run.name)));
    m_name->setToolTip(qstr(run.name));
    m_chip->setPhase(run.phase, stateText(run));
    m_device->setText(qstr(run.device));
    m_curve->setSlot(run.colorSlot);
    m_curve->setValues(run.sparkline);
    const bool best = run.validationLoss && run.bestValidationLoss && *run.validationLoss <= *run.bestValidationLoss;
    m_loss->setFigure(run.validationLoss ? lossText(*run.validationLoss) : missingText(),
                      best ? tr("nats, best") : tr("nats"));
    m_about->setText(!run.why.empty() ? qstr(run.why) : qstr(run.detail));
    m_step->setText(tr("Step %1").arg(countText(static_cast<double>(run.step))));
    m_progress->setSlot(run.colorSlot);
    m_progress->setShare(qMax(0.0, runProgress(run)));
    m_share->setText(runProgress(run) < 0 ? QString() : percentText(runProgress(run), 0));
    QStringList pace{timeLeftText(run), speedText(run)};
    pace.removeAll(QString());
    m_left->setText(pace.join(QStringLiteral(" · ")));
}

void RunningCard::setCompact(bool compact)
{
    m_middle->setVisible(!compact);
}

void RunningCard::open()
{
    m_app.openRun(m_runId);
}

void RunningCard::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        open();
    Card::mouseReleaseEvent(event);
}

} // namespace anneal
