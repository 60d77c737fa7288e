// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/runlistmodel.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_set>

#include <QVector>

#include "style/text.h"

namespace anneal {

namespace {

auto shownParts(const RunSummary &run)
{
    return std::tie(run.name, run.colorSlot, run.endedMicros, run.phase, run.reason, run.detail, run.step,
                    run.totalSteps, run.tokens, run.secondsPerStep, run.trainingSeconds, run.tags, run.why,
                    run.lastNote, run.device, run.archived, run.damaged, run.sparkline);
}

bool sameNumber(std::optional<double> a, std::optional<double> b)
{
    return a.has_value() == b.has_value() && (!a || *a == *b || (std::isnan(*a) && std::isnan(*b)));
}

bool sameRow(const RunSummary &a, const RunSummary &b)
{
    return sameNumber(a.trainLoss, b.trainLoss) && sameNumber(a.validationLoss, b.validationLoss)
        && sameNumber(a.bestValidationLoss, b.bestValidationLoss) && shownParts(a) == shownParts(b);
}

std::unordered_set<std::string> idsOf(const RunSummaries &runs)
{
    std::unordered_set<std::string> ids;
    for (const RunSummary &run : runs)
        ids.insert(run.id);
    return ids;
}

bool sameOrder(const RunSummaries &a, const RunSummaries &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RunSummary &x, const RunSummary &y) { return x.id == y.id; });
}

QString joined(const std::vector<std::string> &texts, const QString &separator)
{
    QStringList list;
    for (const std::string &text : texts)
        list << qstr(text);
    return list.join(separator);
}

QString searchText(const RunSummary &run)
{
    return QStringList{qstr(run.name), joined(run.tags, QStringLiteral(" ")),
                       qstr(run.why),  qstr(run.lastNote),
                       stateText(run), qstr(run.id)}
        .join(QLatin1Char('\n'))
        .toLower();
}

QString optionalLoss(std::optional<double> loss)
{
    return loss ? lossText(*loss) : missingText();
}

QVariant finite(std::optional<double> value)
{
    return value && std::isfinite(*value) ? QVariant(*value) : QVariant();
}

double speed(const RunSummary &run)
{
    return run.trainingSeconds > 0 ? static_cast<double>(run.tokens) / run.trainingSeconds : 0;
}

bool isNumeric(int column)
{
    using C = RunListModel;
    return (column >= C::ValidationLoss && column <= C::Speed);
}

} // namespace

QString stateText(const RunSummary &run)
{
    return run.reason.empty() ? qstr(phaseWord(run.phase)) : qstr(run.reason);
}

double runProgress(const RunSummary &run)
{
    return run.totalSteps > 0
        ? std::clamp(static_cast<double>(run.step) / static_cast<double>(run.totalSteps), 0.0, 1.0)
        : -1;
}

QVariant runSortValue(const RunSummary &run, RunListModel::Column column)
{
    switch (column) {
    case RunListModel::ValidationLoss:
        return finite(run.validationLoss);
    case RunListModel::BestLoss:
        return finite(run.bestValidationLoss);
    case RunListModel::TrainLoss:
        return finite(run.trainLoss);
    case RunListModel::Step:
        return static_cast<double>(run.step);
    case RunListModel::Tokens:
        return static_cast<double>(run.tokens);
    case RunListModel::Time:
        return run.trainingSeconds;
    case RunListModel::Speed:
        return speed(run);
    case RunListModel::Ended:
        return static_cast<double>(run.endedMicros ? run.endedMicros : run.createdMicros);
    case RunListModel::Created:
        return static_cast<double>(run.createdMicros);
    case RunListModel::State:
        return stateText(run);
    case RunListModel::Tags:
        return joined(run.tags, QStringLiteral(" "));
    case RunListModel::Why:
        return qstr(run.why);
    case RunListModel::Device:
        return qstr(run.device);
    default:
        return qstr(run.name).toLower();
    }
}

RunListModel::RunListModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void RunListModel::follow(WorkspaceService *service)
{
    connect(service, &WorkspaceService::runsChanged, this, [this, service] { setRuns(service->runs()); });
    setRuns(service->runs());
}

void RunListModel::setRuns(std::shared_ptr<const RunSummaries> runs)
{
    removeGone(*runs);
    insertNew(*runs);
    if (!sameOrder(m_rows, *runs)) {
        beginResetModel();
        m_rows = *runs;
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (sameRow(m_rows[i], (*runs)[i]))
            continue;
        m_rows[i] = (*runs)[i];
        const int row = static_cast<int>(i);
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void RunListModel::removeGone(const RunSummaries &next)
{
    const auto ids = idsOf(next);
    for (std::size_t i = m_rows.size(); i-- > 0;) {
        if (ids.count(m_rows[i].id))
            continue;
        beginRemoveRows({}, static_cast<int>(i), static_cast<int>(i));
        m_rows.erase(m_rows.begin() + static_cast<std::ptrdiff_t>(i));
        endRemoveRows();
    }
}

void RunListModel::insertNew(const RunSummaries &next)
{
    if (m_rows.empty() && !next.empty()) {
        beginInsertRows({}, 0, static_cast<int>(next.size()) - 1);
        m_rows = next;
        endInsertRows();
        return;
    }
    const auto ids = idsOf(m_rows);
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (ids.count(next[i].id) || i > m_rows.size())
            continue;
        beginInsertRows({}, static_cast<int>(i), static_cast<int>(i));
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(i), next[i]);
        endInsertRows();
    }
}

const RunSummary &RunListModel::summary(int row) const
{
    return m_rows[static_cast<std::size_t>(row)];
}

int RunListModel::rowOf(const QString &runId) const
{
    const std::string id = runId.toStdString();
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const RunSummary &run) { return run.id == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int RunListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunListModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const RunSummary &run = summary(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return display(run, index.column());
    case Qt::ToolTipRole:
        return toolTip(run, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Curve ? tr("Training loss of %1").arg(qstr(run.name)) : display(run, index.column());
    case Qt::TextAlignmentRole:
        return int((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RunIdRole:
        return qstr(run.id);
    case PhaseRole:
        return static_cast<int>(run.phase);
    case ReasonRole:
        return qstr(run.reason);
    case ColorSlotRole:
        return run.colorSlot;
    case SortRole:
        return runSortValue(run, static_cast<Column>(index.column()));
    case SparklineRole:
        return QVariant::fromValue(QVector<float>(run.sparkline.begin(), run.sparkline.end()));
    case ProgressRole:
        return runProgress(run);
    case AliveRole:
        return run.endedMicros == 0;
    case SearchRole:
        return searchText(run);
    }
    return {};
}

QString RunListModel::display(const RunSummary &run, int column) const
{
    switch (column) {
    case Name:
        return qstr(run.name);
    case State:
        return qstr(phaseWord(run.phase));
    case ValidationLoss:
        return optionalLoss(run.validationLoss);
    case BestLoss:
        return optionalLoss(run.bestValidationLoss);
    case TrainLoss:
        return optionalLoss(run.trainLoss);
    case Step:
        return countText(static_cast<double>(run.step));
    case Tokens:
        return countText(static_cast<double>(run.tokens));
    case Time:
        return run.trainingSeconds > 0 ? spanText(run.trainingSeconds) : missingText();
    case Speed:
        return speed(run) > 0 ? tr("%1 tokens/s").arg(countText(std::round(speed(run)))) : missingText();
    case Ended:
        return run.endedMicros ? whenText(run.endedMicros) : missingText();
    case Tags:
        return joined(run.tags, QStringLiteral(", "));
    case Why:
        return !run.damaged.empty() ? qstr(run.damaged) : !run.why.empty() ? qstr(run.why) : qstr(run.lastNote);
    case Device:
        return qstr(run.device);
    case Created:
        return whenText(run.createdMicros);
    }
    return {};
}

QString RunListModel::toolTip(const RunSummary &run, int column) const
{
    switch (column) {
    case State:
        return stateText(run);
    case ValidationLoss:
        return run.validationLoss ? exactText(*run.validationLoss) : QString();
    case Ended:
        return run.endedMicros ? isoText(run.endedMicros) : QString();
    case Created:
        return isoText(run.createdMicros);
    case Curve:
        return {};
    default:
        return display(run, column);
    }
}

QVariant RunListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const char *const kTitles[ColumnCount] = {
        QT_TR_NOOP("Run"),        QT_TR_NOOP("State"),  QT_TR_NOOP("Curve"),  QT_TR_NOOP("Val loss"),
        QT_TR_NOOP("Best"),       QT_TR_NOOP("Train"),  QT_TR_NOOP("Step"),   QT_TR_NOOP("Tokens"),
        QT_TR_NOOP("Time"),       QT_TR_NOOP("Speed"),  QT_TR_NOOP("Ended"),  QT_TR_NOOP("Tags"),
        QT_TR_NOOP("Why / note"), QT_TR_NOOP("Device"), QT_TR_NOOP("Created")};
    return tr(kTitles[section]);
}

} // namespace anneal
