// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dashboardgrid.h"

#include <algorithm>

#include <QEvent>
#include <QGridLayout>

namespace anneal {

namespace {
constexpr int kGap = 8;
constexpr int kMinimumCardWidth = 320;
constexpr int kMinimumCardHeight = 150;
} // namespace

DashboardGrid::DashboardGrid(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kGap);
}

void DashboardGrid::addCard(QWidget *card, int span)
{
    card->setParent(this);
    card->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    card->show();
    m_cards.push_back({card, qMax(1, span)});
    reflow();
}

void DashboardGrid::removeCard(QWidget *card)
{
    std::erase_if(m_cards, [card](const Entry &entry) { return entry.card == card; });
    m_grid->removeWidget(card);
    card->hide();
    reflow();
}

void DashboardGrid::setMaximumColumns(int columns)
{
    m_maximumColumns = qMax(1, columns);
    reflow();
}

void DashboardGrid::setRowHeights(int first, int others)
{
    m_firstRowHeight = qMax(first, kMinimumCardHeight);
    m_rowHeight = qMax(others, kMinimumCardHeight);
    reflow();
}

QSize DashboardGrid::minimumSizeHint() const
{
    return {kMinimumCardWidth, m_grid->minimumSize().height()};
}

int DashboardGrid::columnsFor(int width) const
{
    return qBound(1, (width + kGap) / (kMinimumCardWidth + kGap), m_maximumColumns);
}

void DashboardGrid::resizeEvent(QResizeEvent *)
{
    reflowIfChanged();
}

bool DashboardGrid::event(QEvent *event)
{
    // A card that a page hides or shows leaves or fills a place.
    if (event->type() == QEvent::LayoutRequest)
        reflowIfChanged();
    return QWidget::event(event);
}

/// Placing cards asks for a new layout itself, so nothing may happen when nothing changed.
void DashboardGrid::reflowIfChanged()
{
    std::vector<QWidget *> shown;
    for (const Entry &entry : m_cards) {
        if (!entry.card->isHidden())
            shown.push_back(entry.card);
    }
    if (shown != m_shown || columnsFor(width()) != m_columns)
        reflow();
}

void DashboardGrid::reflow()
{
    m_shown.clear();
    std::vector<Entry> entries;
    for (const Entry &entry : m_cards) {
        m_grid->removeWidget(entry.card);
        if (entry.card->isHidden())
            continue;
        m_shown.push_back(entry.card);
        entries.push_back(entry);
    }
    m_columns = columnsFor(width());
    place(entries);
}

void DashboardGrid::place(const std::vector<Entry> &entries)
{
    const int rowsBefore = m_grid->rowCount();
    int row = 0;
    int column = 0;
    for (const Entry &entry : entries) {
        const int span = qMin(entry.span, m_columns);
        if (column + span > m_columns) {
            ++row;
            column = 0;
        }
        m_grid->addWidget(entry.card, row, column, 1, span);
        column += span;
    }
    for (int i = 0; i < qMax(rowsBefore, row + 1); ++i) {
        m_grid->setRowMinimumHeight(i, i > row ? 0 : i == 0 ? m_firstRowHeight : m_rowHeight);
        m_grid->setRowStretch(i, i > row ? 0 : i == 0 ? m_firstRowHeight : m_rowHeight);
    }
    for (int i = 0; i < m_grid->columnCount(); ++i)
        m_grid->setColumnStretch(i, i < m_columns ? 1 : 0);
}

} // namespace anneal
