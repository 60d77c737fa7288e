// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparedelegate.h"

#include <QApplication>
#include <QPainter>
#include <QPixmap>

#include "pages/compare/comparemodel.h"
#include "style/fonts.h"
#include "style/theme.h"
#include "widgets/chip.h"
#include "widgets/rundot.h"

namespace anneal {

namespace {

QIcon dotIcon(int slot, qreal ratio)
{
    QPixmap dot(QSize(14, 14) * ratio);
    dot.setDevicePixelRatio(ratio);
    dot.fill(Qt::transparent);
    QPainter painter(&dot);
    paintRunDot(&painter, QRectF(0, 0, 14, 14), slot, 10);
    return dot;
}

bool isNotFinite(const QString &text)
{
    return text == QStringLiteral("NaN") || text.endsWith(QStringLiteral("Inf"));
}

} // namespace

void CompareDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() == CompareModel::Name) {
        option->features |= QStyleOptionViewItem::HasDecoration;
        const qreal ratio = option->widget ? option->widget->devicePixelRatioF() : 1;
        option->icon = dotIcon(index.data(CompareModel::ColorSlotRole).toInt(), ratio);
        option->decorationSize = {14, 14};
    } else if (index.column() != CompareModel::Note) {
        option->font = numberFont();
    }
    if (isNotFinite(option->text))
        option->palette.setColor(QPalette::Text, inkColor(Ink::Error));
}

void CompareDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != CompareModel::State) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    const auto phase = static_cast<RunPhase>(index.data(CompareModel::PhaseRole).toInt());
    paintChip(painter, option.rect.adjusted(4, 0, -4, 0), phaseLook(phase), option.font);
}

} // namespace anneal
