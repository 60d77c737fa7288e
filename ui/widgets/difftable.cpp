// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/difftable.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>

#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kReadable = 88;

QTableWidgetItem *cell(const QString &text, const QFont &font, Ink ink)
{
    auto *item = new QTableWidgetItem(text);
    item->setFont(font);
    item->setToolTip(text);
    item->setData(Qt::UserRole, static_cast<int>(ink));
    item->setForeground(inkColor(ink));
    return item;
}

QFont boldFont()
{
    QFont font = uiFont(TextRole::Secondary);
    font.setWeight(QFont::Medium);
    return font;
}

} // namespace

DiffTable::DiffTable(QWidget *parent)
    : QTableWidget(parent)
{
    setAccessibleName(tr("Settings that differ"));
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(measures().controlSmall);
    verticalHeader()->setMinimumSectionSize(measures().controlSmall);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        for (int row = 0; row < rowCount(); ++row)
            for (int column = 0; column < columnCount(); ++column)
                if (QTableWidgetItem *item = this->item(row, column))
                    item->setForeground(inkColor(static_cast<Ink>(item->data(Qt::UserRole).toInt())));
    });
}

void DiffTable::setRows(const QStringList &headers, const std::vector<DiffRow> &rows)
{
    const bool notes = std::any_of(rows.begin(), rows.end(), [](const DiffRow &row) { return !row.note.isEmpty(); });
    const qsizetype values = rows.empty() ? headers.size() : rows.front().values.size();
    clear();
    setRowCount(static_cast<int>(rows.size()));
    setColumnCount(static_cast<int>(1 + values + (notes ? 1 : 0)));
    QStringList labels{tr("Setting")};
    labels += headers;
    if (notes)
        labels.append(tr("Note"));
    setHorizontalHeaderLabels(labels);
    for (int column = 0; column < labels.size() && column < columnCount(); ++column)
        horizontalHeaderItem(column)->setToolTip(labels[column]);
    horizontalHeader()->setVisible(!headers.isEmpty());
    for (int row = 0; row < rowCount(); ++row) {
        const DiffRow &from = rows[static_cast<std::size_t>(row)];
        setItem(row, 0, cell(from.key, monoFont(12), Ink::Text));
        for (int i = 0; i < from.values.size(); ++i) {
            const bool newest = i + 1 == from.values.size();
            setItem(row, 1 + i,
                    cell(from.values[i], newest ? boldFont() : uiFont(TextRole::Secondary),
                         newest ? Ink::Text : Ink::Muted));
        }
        if (notes)
            setItem(row, columnCount() - 1, cell(from.note, uiFont(TextRole::Secondary), Ink::Muted));
    }
    // Two values share what there is; more of them get room to be read and scroll.
    horizontalHeader()->setMinimumSectionSize(values > 2 ? kReadable : -1);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    updateGeometry();
}

void DiffTable::setDifferences(const std::vector<FieldDifference> &differences, const QString &left,
                               const QString &right)
{
    std::vector<DiffRow> rows;
    for (const FieldDifference &difference : differences) {
        rows.push_back({QString::fromStdString(difference.field->key),
                        {QString::fromStdString(displayValue(difference.left)),
                         QString::fromStdString(displayValue(difference.right))},
                        {}});
    }
    setRows(left.isEmpty() && right.isEmpty() ? QStringList() : QStringList{left, right}, rows);
}

QString DiffTable::toTsv() const
{
    QStringList lines;
    const bool all = selectedItems().isEmpty();
    for (int row = 0; row < rowCount(); ++row) {
        if (!all && !selectionModel()->isRowSelected(row))
            continue;
        QStringList cells;
        for (int column = 0; column < columnCount(); ++column)
            cells.append(item(row, column) ? item(row, column)->text() : QString());
        lines.append(cells.join(u'\t'));
    }
    return lines.join(u'\n');
}

QSize DiffTable::sizeHint() const
{
    int height = horizontalHeader()->isVisible() ? horizontalHeader()->sizeHint().height() : 0;
    for (int row = 0; row < rowCount(); ++row)
        height += rowHeight(row);
    return {320, height + 2};
}

QSize DiffTable::minimumSizeHint() const
{
    return {160, qMin(sizeHint().height(), 3 * measures().tableRow)};
}

void DiffTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(toTsv());
    else
        QTableWidget::keyPressEvent(event);
}

} // namespace anneal
