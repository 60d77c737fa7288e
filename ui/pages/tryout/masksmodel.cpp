// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/masksmodel.h"

#include <algorithm>

#include "style/text.h"

namespace anneal {

namespace {

QString choiceText(const MaskAnswer *mask, std::size_t rank)
{
    if (!mask || rank >= mask->choices.size())
        return missingText();
    return QStringLiteral("%1  %2").arg(mask->choices[rank].token, percentText(mask->choices[rank].probability));
}

QString originalProbability(const MaskAnswer *mask)
{
    const auto chance = mask ? mask->probabilityOf(mask->original) : std::nullopt;
    return chance ? percentText(*chance) : missingText();
}

bool isNumber(int column)
{
    return column == MasksModel::Position || column == MasksModel::OriginalProbability
        || column == MasksModel::ComparedProbability;
}

} // namespace

void MasksModel::setMasks(std::vector<MaskAnswer> masks)
{
    m_comparedMasks.clear();
    const bool samePositions =
        std::equal(masks.begin(), masks.end(), m_masks.begin(), m_masks.end(),
                   [](const MaskAnswer &a, const MaskAnswer &b) { return a.position == b.position; });
    if (samePositions) { // selection and scroll stay
        m_masks = std::move(masks);
        if (!m_masks.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_masks = std::move(masks);
    endResetModel();
}

void MasksModel::setCompared(bool compared)
{
    if (compared == m_compared)
        return;
    beginResetModel();
    m_compared = compared;
    endResetModel();
}

void MasksModel::setComparedMasks(const std::vector<MaskAnswer> &masks)
{
    m_comparedMasks = masks;
    if (m_compared && !m_masks.empty())
        Q_EMIT dataChanged(index(0, ComparedFirst), index(rowCount() - 1, ComparedProbability));
}

const MaskAnswer *MasksModel::comparedMask(int position) const
{
    for (const MaskAnswer &mask : m_comparedMasks)
        if (mask.position == position)
            return &mask;
    return nullptr;
}

int MasksModel::rowOf(int position) const
{
    const auto found =
        std::find_if(m_masks.begin(), m_masks.end(), [&](const MaskAnswer &mask) { return mask.position == position; });
    return found == m_masks.end() ? -1 : static_cast<int>(found - m_masks.begin());
}

int MasksModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_masks.size());
}

int MasksModel::columnCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return m_compared ? ColumnCount : ComparedFirst;
}

QVariant MasksModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    const MaskAnswer &mask = m_masks[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Position:
        return mask.position + 1;
    case Original:
        return QString(mask.original);
    case OriginalProbability:
        return originalProbability(&mask);
    case ComparedFirst:
        return choiceText(comparedMask(mask.position), 0);
    case ComparedProbability:
        return originalProbability(comparedMask(mask.position));
    default:
        return choiceText(&mask, static_cast<std::size_t>(index.column() - First));
    }
}

QVariant MasksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char *const kTitles[ColumnCount] = {
        QT_TR_NOOP("Position"), QT_TR_NOOP("Hidden"),     QT_TR_NOOP("Most likely"),  QT_TR_NOOP("Second"),
        QT_TR_NOOP("Third"),    QT_TR_NOOP("Its chance"), QT_TR_NOOP("B: likeliest"), QT_TR_NOOP("B: chance")};
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section >= OriginalProbability)
        return section == ComparedFirst ? tr("What the second checkpoint finds likeliest")
                                        : tr("How likely the model finds the letter that was hidden");
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return tr(kTitles[section]);
}

QString MasksModel::toTsv() const
{
    QString text = QStringLiteral("position\thidden\ttoken\tprobability");
    text += m_compared ? QStringLiteral("\tprobability_b\n") : QStringLiteral("\n");
    for (const MaskAnswer &mask : m_masks)
        for (const MaskChoice &choice : mask.choices) {
            text += QStringLiteral("%1\t%2\t%3\t%4")
                        .arg(mask.position + 1)
                        .arg(mask.original)
                        .arg(choice.token, exactText(choice.probability));
            const MaskAnswer *other = comparedMask(mask.position);
            const auto chance = other ? other->probabilityOf(choice.token) : std::nullopt;
            if (m_compared)
                text += u'\t' + (chance ? exactText(*chance) : QString());
            text += u'\n';
        }
    return text;
}

} // namespace anneal
