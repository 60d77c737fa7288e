// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/journalmodel.h"

#include <algorithm>

#include <QDateTime>
#include <QLocale>

#include "models/alerts.h"
#include "models/eventsmodel.h"
#include "pages/notes/entrylook.h"
#include "style/text.h"

namespace anneal {

namespace {

QDate dayOf(std::int64_t micros)
{
    return QDateTime::fromMSecsSinceEpoch(micros / 1000).date();
}

/// The text may have been edited since.
bool sameEntry(const JournalEntry &a, const JournalEntry &b)
{
    return a.timeMicros == b.timeMicros && a.runId == b.runId && a.kind == b.kind && a.noteId == b.noteId;
}

bool containsWords(const JournalEntry &entry, const QStringList &words)
{
    if (words.isEmpty())
        return true;
    const QString text = qstr(entry.text + ' ' + entry.reason + ' ' + entry.runName);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

QString dayHeading(const QDate &day, const QDate &today)
{
    if (day == today)
        return JournalModel::tr("Today");
    if (day.addDays(1) == today)
        return JournalModel::tr("Yesterday");
    return QLocale::c().toString(day, QStringLiteral("dddd d MMMM yyyy"));
}

JournalModel::JournalModel(QObject *parent)
    : QAbstractListModel(parent)
    , m_entries(std::make_shared<const JournalEntries>())
{
}

void JournalModel::setEntries(std::shared_ptr<const JournalEntries> entries)
{
    if (entries != m_entries)
        show(std::move(entries));
}

void JournalModel::setFilter(const JournalFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    show(m_entries);
}

bool JournalModel::wanted(const JournalEntry &entry, const QStringList &words) const
{
    using Kinds = JournalFilter::Kinds;
    if (m_filter.kinds == Kinds::Told && isRoutineEvent(entry.kind))
        return false;
    if (m_filter.kinds == Kinds::Notes && !isNote(entry))
        return false;
    if (m_filter.kinds == Kinds::Automatic && isNote(entry))
        return false;
    if (!m_filter.runId.isEmpty() && m_filter.runId != qstr(entry.runId))
        return false;
    return containsWords(entry, words);
}

JournalModel::Rows JournalModel::rowsOf(const JournalEntries &entries) const
{
    const QStringList words = m_filter.text.split(u' ', Qt::SkipEmptyParts);
    const StartRemarks remarks(entries);
    Rows rows;
    QDate day;
    for (const JournalEntry &entry : entries) {
        const bool told = m_filter.kinds != JournalFilter::Kinds::Told || !remarks.contains(entry);
        if (!told || !wanted(entry, words))
            continue;
        if (const QDate own = dayOf(entry.timeMicros); own != day) {
            day = own;
            rows.push_back({nullptr, day});
        }
        rows.push_back({&entry, day});
    }
    return rows;
}

/// Only what lies between the equal beginning and the equal end is taken out and put in anew.
void JournalModel::show(std::shared_ptr<const JournalEntries> entries)
{
    Rows next = rowsOf(*entries);
    const auto same = [](const Row &old, const Row &row) {
        return old.day == row.day && (old.entry == nullptr) == (row.entry == nullptr)
            && (!row.entry || sameEntry(*old.entry, *row.entry));
    };
    const auto [oldFirst, nextFirst] = std::mismatch(m_rows.begin(), m_rows.end(), next.begin(), next.end(), same);
    const auto [oldLast, nextLast] = std::mismatch(m_rows.rbegin(), std::make_reverse_iterator(oldFirst), next.rbegin(),
                                                   std::make_reverse_iterator(nextFirst), same);
    const int first = static_cast<int>(oldFirst - m_rows.begin());
    const int removed = static_cast<int>(oldLast.base() - oldFirst);
    const int added = static_cast<int>(nextLast.base() - nextFirst);
    if (removed > 0) {
        beginRemoveRows({}, first, first + removed - 1);
        m_rows.erase(oldFirst, oldFirst + removed);
        endRemoveRows();
    }
    if (added > 0) {
        beginInsertRows({}, first, first + added - 1);
        m_rows.insert(m_rows.begin() + first, nextFirst, nextLast.base());
        endInsertRows();
    }
    m_rows = std::move(next);
    m_entries = std::move(entries);
    m_shown = static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return row.entry; }));
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1)); // texts may have been edited
}

const JournalEntry *JournalModel::entry(const QModelIndex &index) const
{
    const bool known = index.isValid() && index.row() < rowCount();
    return known ? m_rows[static_cast<std::size_t>(index.row())].entry : nullptr;
}

QModelIndex JournalModel::indexOfNote(const QString &noteId) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (const JournalEntry *found = entry(index(row)); found && qstr(found->noteId) == noteId)
            return index(row);
    return {};
}

int JournalModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const JournalEntry *found = entry(index);
    switch (role) {
    case Qt::DisplayRole:
        return found ? entryTitle(*found) : dayHeading(row.day, QDate::currentDate());
    case Qt::AccessibleTextRole:
        return found ? QString("%1: %2. %3, %4")
                           .arg(eventKindLabel(found->kind), entryTitle(*found), qstr(found->runName),
                                whenText(found->timeMicros))
                     : dayHeading(row.day, QDate::currentDate());
    case Qt::ToolTipRole:
        return found ? isoText(found->timeMicros) : QString();
    case RunIdRole:
        return found ? qstr(found->runId) : QString();
    case HeadingRole:
        return found == nullptr;
    default:
        return {};
    }
}

Qt::ItemFlags JournalModel::flags(const QModelIndex &index) const
{
    const bool heading = index.isValid() && !entry(index);
    return heading ? Qt::ItemFlags(Qt::ItemNeverHasChildren) : QAbstractListModel::flags(index);
}

} // namespace anneal
