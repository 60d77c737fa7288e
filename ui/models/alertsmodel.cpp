// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alertsmodel.h"

#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

Ink levelInk(AlertLevel level)
{
    switch (level) {
    case AlertLevel::Warning:
        return Ink::Warn;
    case AlertLevel::Error:
        return Ink::Error;
    default:
        return Ink::Muted;
    }
}

} // namespace

void AlertsModel::setAlerts(std::vector<Alert> alerts)
{
    if (alerts == m_alerts)
        return; // an open list keeps its selection and place
    beginResetModel();
    m_alerts = std::move(alerts);
    endResetModel();
}

int AlertsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_alerts.size());
}

int AlertsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString AlertsModel::textOf(const Alert &alert, int column)
{
    switch (column) {
    case Level:
        return alertWord(alert.level);
    case What:
        return alertText(alert);
    case Run:
        return alert.runId.isEmpty() ? missingText() : alert.runName;
    case Step:
        return alert.step ? countText(static_cast<double>(*alert.step)) : missingText();
    case Time:
        return whenText(alert.timeMicros);
    }
    return {};
}

QVariant AlertsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Alert &alert = m_alerts[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(alert, index.column());
    case Qt::ToolTipRole:
        return index.column() == Time ? isoText(alert.timeMicros) : alertText(alert);
    case Qt::ForegroundRole:
        return index.column() == Level ? QVariant(inkColor(levelInk(alert.level))) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == Step ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RunIdRole:
        return alert.runId;
    case StepRole:
        return alert.step ? QVariant(qint64(*alert.step)) : QVariant();
    }
    return {};
}

QVariant AlertsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int((section == Step ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    static const char *const kTitles[ColumnCount] = {QT_TR_NOOP("Level"), QT_TR_NOOP("What happened"),
                                                     QT_TR_NOOP("Run"), QT_TR_NOOP("Step"), QT_TR_NOOP("Time")};
    return section >= 0 && section < ColumnCount ? QVariant(tr(kTitles[section])) : QVariant();
}

} // namespace anneal
