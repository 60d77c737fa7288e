// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/embeddingsmodel.h"

#include <cmath>
#include <numeric>

#include "style/text.h"

namespace anneal {

namespace {

QString numberText(double value)
{
    return QString::number(value, 'f', 2).replace(u'-', u'−');
}

double norm(const std::vector<double> &numbers)
{
    return std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0));
}

QString cellText(const EmbeddingRow &row, int column)
{
    switch (column) {
    case EmbeddingsModel::Name:
        return row.name;
    case EmbeddingsModel::Length:
        return countText(row.length);
    case EmbeddingsModel::Norm:
        return normText(norm(row.numbers));
    default:
        const auto at = static_cast<std::size_t>(column - EmbeddingsModel::FirstNumber);
        return at < row.numbers.size() ? numberText(row.numbers[at]) : missingText();
    }
}

int alignment(int column)
{
    return int(Qt::AlignVCenter | (column == EmbeddingsModel::Name ? Qt::AlignLeft : Qt::AlignRight));
}

} // namespace

bool EmbeddingsModel::fits(std::size_t width, bool replacing) const
{
    const bool isFirst = replacing ? m_kept == 0 : m_rows.empty();
    return width > 0 && (isFirst || width == this->width());
}

void EmbeddingsModel::keep(EmbeddingRow row)
{
    beginInsertRows({}, m_kept, m_kept);
    m_rows.insert(m_rows.begin() + m_kept, std::move(row));
    ++m_kept;
    endInsertRows();
}

void EmbeddingsModel::setInSight(std::vector<EmbeddingRow> rows)
{
    const int before = rowCount() - m_kept, after = static_cast<int>(rows.size());
    if (before == after && after > 0) { // selection and scroll stay
        std::move(rows.begin(), rows.end(), m_rows.begin() + m_kept);
        Q_EMIT dataChanged(index(m_kept, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    if (before > 0) {
        beginRemoveRows({}, m_kept, rowCount() - 1);
        m_rows.resize(static_cast<std::size_t>(m_kept));
        endRemoveRows();
    }
    if (after > 0) {
        beginInsertRows({}, m_kept, m_kept + after - 1);
        std::move(rows.begin(), rows.end(), std::back_inserter(m_rows));
        endInsertRows();
    }
}

void EmbeddingsModel::remove(int row)
{
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    m_kept -= row < m_kept ? 1 : 0;
    endRemoveRows();
}

void EmbeddingsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_kept = 0;
    endResetModel();
}

int EmbeddingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EmbeddingsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EmbeddingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(index.column());
    const EmbeddingRow &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || (role == Qt::ToolTipRole && index.column() == Name))
        return cellText(row, index.column());
    return {};
}

QVariant EmbeddingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    if (role == Qt::ToolTipRole && section == Norm)
        return tr("Length of the whole vector of %1 numbers").arg(width());
    if (role != Qt::DisplayRole)
        return {};
    if (section == Name || section == Length || section == Norm)
        return section == Name ? tr("Name") : section == Length ? tr("Length") : tr("Norm");
    return QStringLiteral("e%1").arg(section - FirstNumber);
}

} // namespace anneal
