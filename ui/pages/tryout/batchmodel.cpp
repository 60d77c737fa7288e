// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchmodel.h"

#include <QFont>

#include "style/fonts.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kLettersShown = 400; ///< of a long text: more than fits, and quick to lay out

QString numberText(double value, BatchCell cell)
{
    if (cell == BatchCell::Probability)
        return percentText(value);
    return cell == BatchCell::Loss ? lossText(value) : normText(value);
}

QString shownText(const BatchRow &row, const BatchColumn &column)
{
    switch (column.cell) {
    case BatchCell::Id:
        return qstr(row.id);
    case BatchCell::Text:
        return qstr(row.text).left(kLettersShown);
    case BatchCell::Whole:
        return countText(static_cast<double>(row.whole));
    default:
        return numberText(row.numbers[column.number], column.cell);
    }
}

int alignmentOf(BatchCell cell)
{
    const bool isText = cell == BatchCell::Id || cell == BatchCell::Text;
    return static_cast<int>(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight));
}

} // namespace

void BatchModel::setRows(std::shared_ptr<const BatchRows> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_columns = m_rows ? static_cast<int>(m_rows->columns().size()) : 0;
    m_shown = m_rows ? static_cast<int>(m_rows->rows().size()) : 0;
    endResetModel();
}

void BatchModel::showNew()
{
    if (!m_rows)
        return;
    if (m_columns != static_cast<int>(m_rows->columns().size())) // known with the first answer
        return setRows(m_rows);
    const int rows = static_cast<int>(m_rows->rows().size());
    if (rows == m_shown)
        return;
    beginInsertRows({}, m_shown, rows - 1);
    m_shown = rows;
    endInsertRows();
}

BatchCell BatchModel::cellOf(int column) const
{
    return m_rows->columns()[static_cast<std::size_t>(column)].cell;
}

int BatchModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_shown;
}

int BatchModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant BatchModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const BatchRow &row = m_rows->rows()[static_cast<std::size_t>(index.row())];
    const BatchColumn &column = m_rows->columns()[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(column.cell);
    if (role == Qt::FontRole && column.cell == BatchCell::Text && column.name != "best")
        return monoFont(); // letters of a sequence
    if (const auto number = BatchRows::number(row, column); role == Qt::ToolTipRole && number)
        return exactText(*number);
    return role == Qt::DisplayRole ? shownText(row, column) : QVariant();
}

QString BatchModel::title(const BatchColumn &column)
{
    static const std::pair<const char *, const char *> kTitles[] = {{"id", QT_TR_NOOP("Sequence")},
                                                                    {"length", QT_TR_NOOP("Length")},
                                                                    {"loss", QT_TR_NOOP("Loss")},
                                                                    {"perplexity", QT_TR_NOOP("Perplexity")},
                                                                    {"best", QT_TR_NOOP("Best")},
                                                                    {"labels", QT_TR_NOOP("Class of each residue")},
                                                                    {"token", QT_TR_NOOP("Expected")},
                                                                    {"position", QT_TR_NOOP("Position")},
                                                                    {"probability", QT_TR_NOOP("Its chance")},
                                                                    {"contacts", QT_TR_NOOP("Contacts")}};
    if (column.cell != BatchCell::Probability || column.name == "probability") // else a name of the model's own
        for (const auto &[name, title] : kTitles)
            if (column.name == name)
                return tr(title);
    return qstr(column.name);
}

QVariant BatchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns)
        return {};
    const BatchColumn &column = m_rows->columns()[static_cast<std::size_t>(section)];
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(column.cell);
    if (role == Qt::ToolTipRole && column.name == "contacts")
        return tr("Pairs of residues, six or more apart, that touch with a probability of 50 % or more");
    return role == Qt::DisplayRole ? title(column) : QVariant();
}

} // namespace anneal
