// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/charttable.h"

#include <algorithm>
#include <cmath>

#include <QTextStream>

#include "style/text.h"
#include "style/theme.h"

namespace anneal {

ChartTable::Content ChartTable::read(const std::vector<ChartLine> &lines)
{
    Content content;
    std::vector<Row> &rows = content.rows;
    for (const ChartLine &line : lines) {
        content.names.push_back(line.name);
        auto &values = content.values.emplace_back();
        for (const SeriesPoint &point : line.source.points()) {
            values.emplace_back(point.step, point.value);
            rows.push_back({point.step, point.tokens});
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.step < b.step; });
    rows.erase(std::unique(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.step == b.step; }),
               rows.end());
    return content;
}

ChartTable::ChartTable(Content content, ValueFormat format, QObject *parent)
    : QAbstractTableModel(parent)
    , m_content(std::move(content))
    , m_format(format)
{
}

int ChartTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.rows.size());
}

int ChartTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kFirstLine + static_cast<int>(m_content.names.size());
}

const double *ChartTable::value(const QModelIndex &index) const
{
    const auto &values = m_content.values[static_cast<std::size_t>(index.column() - kFirstLine)];
    const std::int64_t step = m_content.rows[static_cast<std::size_t>(index.row())].step;
    const auto found = std::lower_bound(values.begin(), values.end(), step,
                                        [](const auto &entry, std::int64_t wanted) { return entry.first < wanted; });
    return found != values.end() && found->first == step ? &found->second : nullptr;
}

QVariant ChartTable::data(const QModelIndex &index, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const Row &row = m_content.rows[static_cast<std::size_t>(index.row())];
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
    return m_content.names[static_cast<std::size_t>(section - kFirstLine)];
}

bool writeCsv(QIODevice &file, const std::vector<ChartLine> &lines, const QString &comment)
{
    QTextStream csv(&file);
    csv << "# " << comment << "\nseries,step,tokens,wall_time,value\n";
    for (const ChartLine &line : lines) {
        QString name = line.name;
        name = u'"' + name.replace(u'"', QStringLiteral("\"\"")) + u'"';
        for (const SeriesPoint &point : line.source.points())
            csv << name << ',' << point.step << ',' << point.tokens << ','
                << QString::number(static_cast<double>(point.wallMicros) * 1e-6, 'f', 6) << ','
                << exactText(point.value) << '\n';
    }
    csv.flush();
    return csv.status() == QTextStream::Ok;
}

} // namespace anneal
