// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/charttable.h"

#include <algorithm>
#include <cmath>

#include "style/text.h"
#include "style/theme.h"

namespace anneal {

ChartTable::ChartTable(const std::vector<ChartLine> &lines, ValueFormat format, QObject *parent)
    : QAbstractTableModel(parent)
    , m_format(format)
{
    for (const ChartLine &line : lines) {
        m_names.push_back(line.name);
        auto &values = m_values.emplace_back();
        for (const SeriesPoint &point : line.source.points()) {
            values.emplace_back(point.step, point.value);
            m_rows.push_back({point.step, point.tokens});
        }
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row &a, const Row &b) { return a.step < b.step; });
    m_rows.erase(std::unique(m_rows.begin(), m_rows.end(), [](const Row &a, const Row &b) { return a.step == b.step; }),
                 m_rows.end());
}

int ChartTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ChartTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kFirstLine + static_cast<int>(m_names.size());
}

const double *ChartTable::value(const QModelIndex &index) const
{
    const auto &values = m_values[static_cast<std::size_t>(index.column() - kFirstLine)];
    const std::int64_t step = m_rows[static_cast<std::size_t>(index.row())].step;
    const auto found = std::lower_bound(values.begin(), values.end(), step,
                                        [](const auto &entry, std::int64_t wanted) { return entry.first < wanted; });
    return found != values.end() && found->first == step ? &found->second : nullptr;
}

QVariant ChartTable::data(const QModelIndex &index, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() < kFirstLine)
        return role == Qt::DisplayRole ? QString::number(index.column() == 0 ? row.step : row.tokens) : QVariant();
    const double *number = value(index);
    if (role == Qt::DisplayRole)
        return number ? valueText(*number, m_format) : missingText();
    if (role == Qt::ToolTipRole && number)
        return exactText(*number);
    if (role == Qt::ForegroundRole && number && !std::isfinite(*number))
        return inkColor(Ink::Error);
    return {};
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section < kFirstLine)
        return section == 0 ? tr("Step") : tr("Tokens");
    return m_names[static_cast<std::size_t>(section - kFirstLine)];
}

QString pointsAsCsv(const std::vector<ChartLine> &lines, const QString &comment)
{
    QString csv = QStringLiteral("# %1\nseries,step,tokens,wall_time,value\n").arg(comment);
    for (const ChartLine &line : lines) {
        QString name = line.name;
        name = u'"' + name.replace(u'"', QStringLiteral("\"\"")) + u'"';
        for (const SeriesPoint &point : line.source.points()) {
            csv += QStringLiteral("%1,%2,%3,%4,")
                       .arg(name)
                       .arg(point.step)
                       .arg(point.tokens)
                       .arg(static_cast<double>(point.wallMicros) * 1e-6, 0, 'f', 6);
            csv += exactText(point.value) + u'\n';
        }
    }
    return csv;
}

} // namespace anneal
