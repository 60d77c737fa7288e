// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/comparemodel.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "config/measures.h"
#include "models/runlistmodel.h"
#include "pages/common/runtext.h"
#include "pages/compare/configstore.h"
#include "style/text.h"

namespace anneal {

namespace {

/// The best loss there is: of a run that still trains it can only get better.
std::optional<double> shownLoss(const RunSummary &run)
{
    return run.bestValidationLoss ? run.bestValidationLoss : run.validationLoss;
}

/// Only where letters are predicted: e to the loss of a label says nothing.
std::optional<double> lossOfPerplexity(const RunSummary &run, const Config *config)
{
    const std::optional<double> loss = shownLoss(run);
    const bool isOne = config && loss && std::isfinite(*loss) && isLanguageTask(config->objective.task);
    return isOne ? loss : std::nullopt;
}

double batchTokens(const Config &config)
{
    return static_cast<double>(config.batch.tokens_per_device * config.batch.accumulation_steps);
}

QString scheduleText(const ScheduleConfig &schedule)
{
    return schedule.decay_shape == "none"
        ? CompareModel::tr("constant")
        : CompareModel::tr("%1 from %2").arg(qstr(schedule.decay_shape), percentText(schedule.decay_start, 0));
}

bool looksSame(const RunSummary &a, const RunSummary &b)
{
    const auto shown = [](const RunSummary &run) {
        return std::tie(run.name, run.colorSlot, run.phase, run.reason, run.tokens, run.trainingSeconds,
                        run.validationLoss, run.bestValidationLoss, run.lastNote, run.why);
    };
    return shown(a) == shown(b);
}

bool sameRuns(const RunSummaries &a, const RunSummaries &b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RunSummary &x, const RunSummary &y) { return x.id == y.id; });
}

} // namespace

CompareModel::CompareModel(const ConfigStore *configs, QObject *parent)
    : QAbstractTableModel(parent)
    , m_configs(configs)
{
}

void CompareModel::setRuns(RunSummaries runs)
{
    if (sameRuns(runs, m_rows)) {
        updateRows(std::move(runs));
        return;
    }
    const QStringList before = checkedRuns();
    beginResetModel();
    m_rows = std::move(runs);
    endResetModel();
    if (checkedRuns() != before)
        Q_EMIT checkedChanged();
}

/// Tells only of rows that look different now: each is sorted anew.
void CompareModel::updateRows(RunSummaries runs)
{
    m_rows.swap(runs);
    for (int row = 0; row < rowCount(); ++row)
        if (!looksSame(runs[static_cast<std::size_t>(row)], summary(row)))
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void CompareModel::configsChanged()
{
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QStringList CompareModel::checkedRuns() const
{
    QStringList checked;
    for (const RunSummary &run : m_rows)
        if (m_checked.contains(qstr(run.id)))
            checked << qstr(run.id);
    return checked;
}

void CompareModel::setChecked(const QSet<QString> &runIds)
{
    if (runIds == m_checked)
        return;
    m_checked = runIds;
    configsChanged();
    Q_EMIT checkedChanged();
}

int CompareModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CompareModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CompareModel::display(const RunSummary &run, int column) const
{
    const Config *config = m_configs->find(run.id);
    const std::optional<double> loss = shownLoss(run), perplexity = lossOfPerplexity(run, config);
    switch (column) {
    case Name:
        return qstr(run.name);
    case State:
        return stateText(run);
    case ValidationLoss:
        return loss ? lossText(*loss) : missingText();
    case Perplexity:
        return perplexity ? perplexityText(*perplexity) : missingText();
    case Tokens:
        return countText(static_cast<double>(run.tokens));
    case Time:
        return spanText(run.trainingSeconds);
    case Note:
        return noteLine(run.lastNote.empty() ? run.why : run.lastNote);
    default:
        break;
    }
    if (!config)
        return missingText();
    switch (column) {
    case PeakRate:
        return rateText(config->optimizer.lr);
    case Schedule:
        return scheduleText(config->schedule);
    case BatchTokens:
        return countText(batchTokens(*config));
    case Parameters:
        return countText(static_cast<double>(*m_configs->parameters(run.id)));
    default:
        return {};
    }
}

QVariant CompareModel::sortValue(const RunSummary &run, int column) const
{
    const Config *config = m_configs->find(run.id);
    const auto finite = [](std::optional<double> value) {
        return value && std::isfinite(*value) ? QVariant(*value) : QVariant();
    };
    switch (column) {
    case ValidationLoss:
        return finite(shownLoss(run));
    case Perplexity:
        return finite(lossOfPerplexity(run, config));
    case Tokens:
        return static_cast<double>(run.tokens);
    case Time:
        return run.trainingSeconds;
    case PeakRate:
        return config ? QVariant(config->optimizer.lr) : QVariant();
    case BatchTokens:
        return config ? QVariant(batchTokens(*config)) : QVariant();
    case Parameters:
        return config ? QVariant(static_cast<double>(*m_configs->parameters(run.id))) : QVariant();
    default:
        return display(run, column).toLower();
    }
}

QVariant CompareModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RunSummary &run = summary(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return display(run, index.column());
    case Qt::ToolTipRole:
        return index.column() == ValidationLoss && shownLoss(run) ? exactText(*shownLoss(run))
                                                                  : display(run, index.column());
    case Qt::CheckStateRole:
        return index.column() == Name ? QVariant(m_checked.contains(qstr(run.id)) ? Qt::Checked : Qt::Unchecked)
                                      : QVariant();
    case Qt::TextAlignmentRole:
        return int(
            Qt::AlignVCenter
            | (headerData(index.column(), Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignHorizontal_Mask));
    case RunIdRole:
        return qstr(run.id);
    case ColorSlotRole:
        return run.colorSlot;
    case PhaseRole:
        return static_cast<int>(run.phase);
    case SortRole:
        return sortValue(run, index.column());
    default:
        return {};
    }
}

bool CompareModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    QSet<QString> checked = m_checked;
    const QString id = qstr(summary(index.row()).id);
    if (value.toInt() == Qt::Checked)
        checked.insert(id);
    else
        checked.remove(id);
    setChecked(checked);
    return true;
}

Qt::ItemFlags CompareModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool number = section != Name && section != State && section != Schedule && section != Note;
    if (role == Qt::TextAlignmentRole)
        return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    static const char *const kTitles[ColumnCount] = {
        QT_TR_NOOP("Run"),        QT_TR_NOOP("State"),   QT_TR_NOOP("Best val loss"), QT_TR_NOOP("Perplexity"),
        QT_TR_NOOP("Tokens"),     QT_TR_NOOP("Peak LR"), QT_TR_NOOP("Decay"),         QT_TR_NOOP("Batch, tokens"),
        QT_TR_NOOP("Parameters"), QT_TR_NOOP("Time"),    QT_TR_NOOP("Note")};
    return role == Qt::DisplayRole && section >= 0 && section < ColumnCount ? QVariant(tr(kTitles[section]))
                                                                            : QVariant();
}

} // namespace anneal
