// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/eventstab.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include "pages/common/tables.h"
#include "style/look.h"
#include "widgets/card.h"

namespace anneal {

EventsTab::EventsTab(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("run.events"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    m_filter = new QLineEdit(this);
    m_filter->setObjectName(QStringLiteral("run.events.filter"));
    m_filter->setAccessibleName(tr("Filter the events"));
    m_filter->setPlaceholderText(tr("Filter: checkpoint, learning rate, …"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(360);
    column->addWidget(m_filter);
    m_shown.setSourceModel(&m_model);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_shown.setFilterKeyColumn(-1);
    connect(m_filter, &QLineEdit::textChanged, &m_shown, &QSortFilterProxyModel::setFilterFixedString);
    column->addWidget(m_empty = makeLabel(tr("No events yet. The first one is written when the trainer has started.")));
    auto *card = new Card({}, this);
    card->setBodyMargins(1, 1, 1, 1);
    m_table = makeTable(&m_shown, QStringLiteral("run.events.table"), tr("Events"), {140, 90, 140, 0, 240});
    card->body()->addWidget(m_table);
    column->addWidget(card, 1);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        const QVariant step = index.data(EventsModel::StepRole);
        if (step.isValid())
            Q_EMIT stepChosen(step.toLongLong());
    });
}

void EventsTab::setSnapshot(const RunSnapshot &snapshot)
{
    m_model.setSnapshot(snapshot);
    m_empty->setVisible(snapshot.loaded && m_model.rowCount() == 0);
}

} // namespace anneal
