// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/checkpointsmodel.h"

#include "config/measures.h"
#include "style/text.h"

namespace anneal {

namespace {

QString bestReason(const CheckpointInfo &checkpoint)
{
    const Measure *measure = findMeasure(checkpoint.measure);
    if (checkpoint.measure == "loss" || measure == nullptr || !checkpoint.measured)
        return CheckpointsModel::tr("best validation loss");
    return CheckpointsModel::tr("best %1 (%2)").arg(qstr(measure->label), normText(*checkpoint.measured));
}

QString keptBecause(const CheckpointInfo &checkpoint)
{
    QStringList reasons;
    if (checkpoint.best)
        reasons << bestReason(checkpoint);
    if (checkpoint.last)
        reasons << CheckpointsModel::tr("newest");
    return reasons.isEmpty() ? CheckpointsModel::tr("recent") : reasons.join(QStringLiteral(", "));
}

} // namespace

CheckpointsModel::CheckpointsModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_list(std::make_shared<const std::vector<CheckpointInfo>>())
{
}

void CheckpointsModel::setCheckpoints(List checkpoints)
{
    if (checkpoints == m_list)
        return;
    beginResetModel();
    m_list = std::move(checkpoints);
    endResetModel();
}

const CheckpointInfo &CheckpointsModel::checkpoint(int row) const
{
    return (*m_list)[m_list->size() - 1 - static_cast<std::size_t>(row)];
}

int CheckpointsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_list->size());
}

int CheckpointsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CheckpointsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CheckpointInfo &info = checkpoint(index.row());
    if (role == StepRole)
        return qint64(info.step);
    if (role == FolderRole)
        return qstr(info.folder.string());
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Time || index.column() == Kept ? Qt::AlignLeft : Qt::AlignRight)
                   | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return index.column() == Time ? isoText(info.timeMicros) : qstr(info.folder.string());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Step:
        return countText(static_cast<double>(info.step));
    case Time:
        return whenText(info.timeMicros);
    case ValidationLoss:
        return info.validationLoss ? lossText(*info.validationLoss) : missingText();
    case Size:
        return fileSizeText(static_cast<double>(info.bytes));
    case Kept:
        return keptBecause(info);
    }
    return {};
}

QVariant CheckpointsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int((section == Time || section == Kept ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    static const char *const kTitles[ColumnCount] = {QT_TR_NOOP("Step"), QT_TR_NOOP("Saved"), QT_TR_NOOP("Val loss"),
                                                     QT_TR_NOOP("Size"), QT_TR_NOOP("Kept because")};
    return section >= 0 && section < ColumnCount ? QVariant(tr(kTitles[section])) : QVariant();
}

} // namespace anneal
