// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/rungroupsmodel.h"

#include <array>

#include <QDateTime>

#include "style/text.h"

namespace anneal {

namespace {

enum Group { Running, Paused, Today, ThisWeek, Earlier, GroupCount };

Group groupOf(const RunSummary &run, const QDate &today)
{
    if (run.endedMicros == 0 && run.damaged.empty())
        return run.phase == RunPhase::Paused ? Paused : Running;
    const std::int64_t when = run.endedMicros ? run.endedMicros : run.createdMicros;
    const qint64 days = QDateTime::fromMSecsSinceEpoch(when / 1000).date().daysTo(today);
    return days <= 0 ? Today : days < 7 ? ThisWeek : Earlier;
}

QString whenOf(const RunSummary &run)
{
    const double progress = runProgress(run);
    if (run.endedMicros == 0 && progress >= 0)
        return percentText(progress, 0);
    return whenText(run.endedMicros ? run.endedMicros : run.createdMicros);
}

QString groupTitle(int group)
{
    static const char *const kTitles[GroupCount] = {
        QT_TRANSLATE_NOOP("RunGroupsModel", "Running"), QT_TRANSLATE_NOOP("RunGroupsModel", "Paused"),
        QT_TRANSLATE_NOOP("RunGroupsModel", "Today"), QT_TRANSLATE_NOOP("RunGroupsModel", "This week"),
        QT_TRANSLATE_NOOP("RunGroupsModel", "Earlier")};
    return RunGroupsModel::tr(kTitles[group]);
}

} // namespace

RunGroupsModel::RunGroupsModel(RunListModel &runs, QObject *parent)
    : QAbstractListModel(parent)
    , m_runs(runs)
{
    connect(&runs, &QAbstractItemModel::rowsInserted, this, &RunGroupsModel::rebuild);
    connect(&runs, &QAbstractItemModel::rowsRemoved, this, &RunGroupsModel::rebuild);
    connect(&runs, &QAbstractItemModel::dataChanged, this, &RunGroupsModel::rebuild);
    connect(&runs, &QAbstractItemModel::modelReset, this, &RunGroupsModel::rebuild);
    m_rows = makeRows();
}

void RunGroupsModel::setFilter(const QString &text)
{
    m_words = text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    rebuild();
}

bool RunGroupsModel::accepts(int sourceRow) const
{
    const QString text =
        m_words.isEmpty() ? QString() : m_runs.index(sourceRow, 0).data(RunListModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString &word) { return text.contains(word); });
}

std::vector<RunGroupsModel::Row> RunGroupsModel::makeRows() const
{
    const QDate today = QDate::currentDate();
    std::array<std::vector<Row>, GroupCount> groups;
    for (int row = 0; row < m_runs.rowCount(); ++row)
        if (accepts(row))
            groups[groupOf(m_runs.summary(row), today)].push_back({{}, m_runs.summary(row).id, row});
    std::vector<Row> rows;
    for (int group = 0; group < GroupCount; ++group) {
        const std::vector<Row> &members = groups[static_cast<std::size_t>(group)];
        if (members.empty())
            continue;
        rows.push_back({QStringLiteral("%1 · %2").arg(groupTitle(group)).arg(members.size()), {}, -1});
        rows.insert(rows.end(), members.begin(), members.end());
    }
    return rows;
}

void RunGroupsModel::rebuild()
{
    std::vector<Row> rows = makeRows();
    if (rows == m_rows) {
        // The usual case, once a second: the same runs with newer figures.
        m_rows = std::move(rows);
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int RunGroupsModel::rowOf(const QString &runId) const
{
    const std::string id = runId.toStdString();
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &row) { return !id.empty() && row.runId == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString RunGroupsModel::neighbour(const QString &runId) const
{
    const int here = rowOf(runId);
    for (int row = here + 1; here >= 0 && row < rowCount(); ++row)
        if (!m_rows[static_cast<std::size_t>(row)].runId.empty())
            return qstr(m_rows[static_cast<std::size_t>(row)].runId);
    for (int row = here - 1; row >= 0; --row)
        if (!m_rows[static_cast<std::size_t>(row)].runId.empty())
            return qstr(m_rows[static_cast<std::size_t>(row)].runId);
    return {};
}

int RunGroupsModel::shownRuns() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return row.source >= 0; }));
}

int RunGroupsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant RunGroupsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const bool heading = row.source < 0;
    if (role == kHeadingRole)
        return heading;
    if (heading)
        return role == Qt::DisplayRole ? QVariant(row.heading) : QVariant();
    if (role == kWhenRole)
        return whenOf(m_runs.summary(row.source));
    const int column = role == kLossRole ? RunListModel::ValidationLoss : RunListModel::Name;
    return m_runs.index(row.source, column).data(role == kLossRole ? int(Qt::DisplayRole) : role);
}

Qt::ItemFlags RunGroupsModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool heading = m_rows[static_cast<std::size_t>(index.row())].source < 0;
    return heading ? Qt::ItemNeverHasChildren : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace anneal
