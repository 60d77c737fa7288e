// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/common/runtable.h"

#include <algorithm>

#include <QHeaderView>
#include <QPainter>

#include "charts/sparkline.h"
#include "style/fonts.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/chip.h"
#include "widgets/rundot.h"

namespace anneal {

namespace {

constexpr int kPadding = 8;
constexpr int kDotSpace = 18;
constexpr int kLeastStretched = 90; ///< below, a column that takes what is left says nothing
constexpr int kSortMark = 10; ///< what a header keeps free at its right end

} // namespace

QSize RunDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    return {QStyledItemDelegate::sizeHint(option, index).width(), measures().tableRow};
}

void RunDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver;
    if (selected || hovered)
        painter->fillRect(option.rect, inkColor(selected ? Ink::Selection : Ink::Hover));
    painter->save();
    const QRect rect = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    switch (index.column()) {
    case RunListModel::Name:
        paintName(painter, rect, index);
        break;
    case RunListModel::State:
        paintChip(painter, rect, phaseLook(static_cast<RunPhase>(index.data(RunListModel::PhaseRole).toInt())),
                  uiFont(TextRole::Secondary));
        break;
    case RunListModel::Curve:
        paintCurve(painter, rect, index);
        break;
    default:
        paintText(painter, rect, index);
    }
    painter->restore();
}

void RunDelegate::paintName(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    paintRunDot(painter, QRectF(rect.left(), rect.top(), 10, rect.height()),
                index.data(RunListModel::ColorSlotRole).toInt());
    const QRect text = rect.adjusted(kDotSpace, 0, 0, 0);
    painter->setFont(uiFont());
    painter->setPen(inkColor(Ink::Text));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
}

void RunDelegate::paintCurve(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    const auto values = index.data(RunListModel::SparklineRole).value<QVector<float>>();
    if (values.size() < 2) {
        painter->setFont(uiFont(TextRole::Secondary));
        painter->setPen(inkColor(Ink::Muted));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, tr("no data"));
        return;
    }
    SparklineLook look;
    look.slot = index.data(RunListModel::ColorSlotRole).toInt();
    look.width = 1.5;
    paintSparkline(painter, QRectF(rect).adjusted(0, 5, 0, -5), {values.begin(), values.end()}, look);
}

void RunDelegate::paintText(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    const bool key = index.column() == RunListModel::ValidationLoss;
    const bool prose = index.column() == RunListModel::Why || index.column() == RunListModel::Ended;
    QFont font = prose ? uiFont() : numberFont();
    font.setWeight(key ? QFont::Medium : QFont::Normal);
    const QString text = index.data().toString();
    // A loss that is written but has no number to sort by is NaN or infinite.
    const bool broken = key && text != missingText() && !index.data(RunListModel::SortRole).isValid();
    painter->setFont(font);
    painter->setPen(inkColor(broken ? Ink::Error : prose ? Ink::Muted : Ink::Text));
    const int alignment = index.data(Qt::TextAlignmentRole).toInt();
    const QRect cell = rect.adjusted(0, 0, alignment & Qt::AlignRight ? -kSortMark : 0, 0);
    painter->drawText(cell, alignment, painter->fontMetrics().elidedText(text, Qt::ElideRight, cell.width()));
}

RunTable::RunTable(const QString &objectName, QWidget *parent)
    : QTableView(parent)
{
    setObjectName(objectName);
    setItemDelegate(new RunDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(measures().tableRow);
    horizontalHeader()->setHighlightSections(false);
    const auto activate = [this](const QModelIndex &index) {
        Q_EMIT runActivated(index.data(RunListModel::RunIdRole).toString());
    };
    connect(this, &QTableView::clicked, this, activate);
    connect(this, &QTableView::activated, this, activate);
}

void RunTable::showColumns(const std::vector<Column> &columns)
{
    m_columns = columns;
    QHeaderView *header = horizontalHeader();
    for (int column = 0; column < model()->columnCount(); ++column)
        setColumnHidden(
            column, std::none_of(columns.begin(), columns.end(), [&](const Column &c) { return c.column == column; }));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        header->moveSection(header->visualIndex(columns[i].column), static_cast<int>(i));
        header->setSectionResizeMode(columns[i].column,
                                     columns[i].width ? QHeaderView::Interactive : QHeaderView::Stretch);
        if (columns[i].width)
            setColumnWidth(columns[i].column, columns[i].width);
    }
}

void RunTable::fitColumns()
{
    int left = viewport()->width();
    int stretched = -1;
    for (const Column &column : m_columns) {
        if (!column.width) {
            stretched = column.column;
            continue;
        }
        setColumnHidden(column.column, left < column.width);
        left = left < column.width ? 0 : left - column.width;
    }
    if (stretched >= 0)
        setColumnHidden(stretched, left < kLeastStretched);
}

void RunTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void RunTable::fitToRows()
{
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(model(), &QAbstractItemModel::rowsInserted, this, &RunTable::fit);
    connect(model(), &QAbstractItemModel::rowsRemoved, this, &RunTable::fit);
    connect(model(), &QAbstractItemModel::modelReset, this, &RunTable::fit);
    fit();
}

void RunTable::fit()
{
    setFixedHeight(horizontalHeader()->sizeHint().height() + model()->rowCount() * measures().tableRow + 2);
}

} // namespace anneal
