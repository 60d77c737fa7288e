// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/runlistdelegate.h"

#include <QPainter>

#include "models/runlistmodel.h"
#include "pages/runs/rungroupsmodel.h"
#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/chip.h"
#include "widgets/rundot.h"

namespace anneal {

namespace {

constexpr int kHeadingHeight = 28;
constexpr int kRunHeight = 44;
constexpr int kLine = 18;
constexpr int kPadding = 10;
constexpr int kIndent = 16;

void paintHeading(QPainter *painter, const QRect &rect, const QString &text)
{
    painter->setFont(uiFont(TextRole::Caption));
    painter->setPen(inkColor(Ink::Muted));
    painter->drawText(rect.adjusted(kPadding, 8, -kPadding, 0), Qt::AlignLeft | Qt::AlignVCenter, text.toUpper());
    painter->setPen(inkColor(Ink::Grid));
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
}

void paintFigures(QPainter *painter, const QRect &rect, const QString &left, const QString &right)
{
    painter->setFont(uiFont(TextRole::Secondary));
    painter->setPen(inkColor(Ink::Muted));
    const int width = painter->fontMetrics().horizontalAdvance(right);
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, right);
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(left, Qt::ElideRight, rect.width() - width - 8));
}

} // namespace

QSize RunListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {option.rect.width(), index.data(RunGroupsModel::kHeadingRole).toBool() ? kHeadingHeight : kRunHeight};
}

void RunListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    if (index.data(RunGroupsModel::kHeadingRole).toBool()) {
        paintHeading(painter, option.rect, index.data().toString());
        painter->restore();
        return;
    }
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, inkColor(Ink::Selection));
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, inkColor(Ink::Hover));

    const QRect rect = option.rect.adjusted(kPadding, 4, -kPadding, -4);
    paintRunDot(painter, QRectF(rect.left(), rect.top(), 10, kLine), index.data(RunListModel::ColorSlotRole).toInt());
    const QRect icon(rect.right() - 16, rect.top() + 1, 16, 16);
    paintChipIcon(painter, icon, phaseLook(static_cast<RunPhase>(index.data(RunListModel::PhaseRole).toInt())));
    const QRect name(rect.left() + kIndent, rect.top(), rect.width() - kIndent - 22, kLine);
    painter->setFont(uiFont());
    painter->setPen(inkColor(Ink::Text));
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, name.width()));
    const QRect second(name.left(), rect.top() + kLine, rect.width() - kIndent, kLine);
    paintFigures(painter, second, index.data(RunGroupsModel::kWhenRole).toString(),
                 index.data(RunGroupsModel::kLossRole).toString());
    painter->restore();
}

} // namespace anneal
