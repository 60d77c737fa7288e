// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/checkpointstab.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QUrl>

#include "pages/common/tables.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

CheckpointsTab::CheckpointsTab(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("run.checkpoints"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buildButtons(buttons);
    column->addLayout(buttons);
    column->addWidget(m_empty = makeLabel({}, TextRole::Body));
    m_empty->setWordWrap(true);
    auto *card = new Card({}, this);
    card->setBodyMargins(1, 1, 1, 1);
    m_table = makeTable(&m_model, QStringLiteral("run.checkpoints.table"), tr("Checkpoints"), {110, 150, 100, 100, 0});
    card->body()->addWidget(m_table);
    column->addWidget(card, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CheckpointsTab::updateButtons);
    connect(m_table, &QTableView::doubleClicked, m_tryOut, &QPushButton::click);
    updateButtons();
}

void CheckpointsTab::buildButtons(QHBoxLayout *row)
{
    m_tryOut = makeButton(tr("Try out"), QStringLiteral("run.checkpoints.tryOut"), QStringLiteral("try-out"));
    connect(m_tryOut, &QPushButton::clicked, this, [this] {
        if (const CheckpointInfo *info = chosen())
            m_app.tryOut(m_runId, info->step);
    });
    m_branch = makeButton(tr("New run from here"), QStringLiteral("run.checkpoints.branch"), QStringLiteral("branch"));
    connect(m_branch, &QPushButton::clicked, this, [this] {
        if (const CheckpointInfo *info = chosen())
            m_app.newRunFrom(m_runId, info->step);
    });
    m_folder = makeButton(tr("Open folder"), QStringLiteral("run.checkpoints.folder"));
    connect(m_folder, &QPushButton::clicked, this, [this] {
        if (const CheckpointInfo *info = chosen())
            QDesktopServices::openUrl(QUrl::fromLocalFile(qstr(info->folder.string())));
    });
    for (QPushButton *button : {m_tryOut, m_branch, m_folder})
        row->addWidget(button);
    row->addStretch(1);
}

const CheckpointInfo *CheckpointsTab::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model.checkpoint(rows.first().row());
}

void CheckpointsTab::updateButtons()
{
    for (QPushButton *button : {m_tryOut, m_branch, m_folder})
        button->setEnabled(chosen() != nullptr);
}

void CheckpointsTab::setSnapshot(const RunSnapshot &snapshot)
{
    m_runId = qstr(snapshot.id);
    const std::optional<std::int64_t> step = chosen() ? std::optional(chosen()->step) : std::nullopt;
    m_model.setCheckpoints(snapshot.checkpoints);
    if (!chosen())
        for (int row = 0; row < m_model.rowCount(); ++row)
            if (!step || m_model.checkpoint(row).step == *step) {
                m_table->selectRow(row);
                break;
            }
    const auto every = snapshot.record ? snapshot.record->config.checkpoint.every_steps : 0;
    m_empty->setText(snapshot.evidence.alive()
                         ? tr("No checkpoint yet. The first one comes at step %1, or with Checkpoint now.")
                               .arg(countText(static_cast<double>(every)))
                         : tr("This run has no complete checkpoint."));
    m_empty->setVisible(snapshot.loaded && m_model.rowCount() == 0);
    updateButtons();
}

} // namespace anneal
