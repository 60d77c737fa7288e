// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

class QGridLayout;

namespace anneal {

/// Cards in three, two or one column, by the width there is (no card below 320 px). Order is reading order.
class DashboardGrid : public QWidget
{
    Q_OBJECT

public:
    explicit DashboardGrid(QWidget *parent = nullptr);
    /// `span` columns where there are that many. The grid owns the card.
    void addCard(QWidget *card, int span = 1);
    void removeCard(QWidget *card);
    [[nodiscard]] int columns() const { return m_columns; }
    void setMaximumColumns(int columns);
    /// Heights: the first row of the grid, and the others.
    void setRowHeights(int first, int others);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Entry {
        QWidget *card = nullptr;
        int span = 1;
    };
    void reflow();
    void reflowIfChanged();
    void place(const std::vector<Entry> &entries);
    [[nodiscard]] int columnsFor(int width) const;

    std::vector<Entry> m_cards;
    QGridLayout *m_grid = nullptr;
    std::vector<QWidget *> m_shown; ///< as last laid out
    int m_columns = 0;
    int m_maximumColumns = 3;
    int m_firstRowHeight = 250;
    int m_rowHeight = 172;
};

} // namespace anneal
