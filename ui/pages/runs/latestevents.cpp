// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/latestevents.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>

#include "pages/common/letterbox.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kRowHeight = 24;

/// Letter, what happened, step.
class EventLine : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {option.rect.width(), kRowHeight};
    }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, inkColor(Ink::Selection));
        QRect rect = option.rect.adjusted(12, 0, -12, 0);
        const QString letter = index.data(EventsModel::LetterRole).toString();
        if (!letter.isEmpty())
            paintLetterBox(painter, rect, letter.front());
        const QString step = index.siblingAtColumn(EventsModel::Step).data().toString();
        painter->setFont(numberFont(TextRole::Secondary));
        painter->setPen(inkColor(Ink::Muted));
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, step);
        rect.adjust(26, 0, -painter->fontMetrics().horizontalAdvance(step) - 8, 0);
        painter->setFont(uiFont(TextRole::Secondary));
        painter->setPen(inkColor(Ink::Text));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rect.width()));
        painter->restore();
    }
};

} // namespace

LatestEvents::LatestEvents(QWidget *parent)
    : Card(tr("Latest events"), parent)
{
    setObjectName(QStringLiteral("run.charts.events"));
    setBodyMargins(0, 0, 0, 6);
    m_all = makeLink(tr("All"), QStringLiteral("run.charts.events.all"));
    m_all->setAccessibleName(tr("All events"));
    connect(m_all, &QToolButton::clicked, this, &LatestEvents::allWanted);
    tools()->addWidget(m_all);
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("run.charts.events.list"));
    m_list->setAccessibleName(tr("Latest events"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new EventLine(m_list));
    m_marked.setSourceModel(&m_model);
    m_marked.setFilterRole(EventsModel::LetterRole);
    m_marked.setFilterRegularExpression(QStringLiteral("."));
    m_list->setModel(&m_marked);
    m_list->setModelColumn(EventsModel::Text);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    body()->addWidget(m_list);
}

void LatestEvents::setSnapshot(const RunSnapshot &snapshot)
{
    m_model.setSnapshot(snapshot);
    m_all->setText(tr("All %1").arg(m_model.rowCount()));
}

} // namespace anneal
