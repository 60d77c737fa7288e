// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/journalmodel.h"

#include <algorithm>

#include <QDateTime>
#include <QLocale>

#include "pages/notes/entrylook.h"
#include "style/text.h"

namespace anneal {

namespace {

QDate dayOf(std::int64_t micros)
{
    return QDateTime::fromMSecsSinceEpoch(micros / 1000).date();
}

bool containsWords(const JournalEntry &entry, const QStringList &words)
{
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
    m_entries = std::move(entries);
    rebuild();
}

void JournalModel::setFilter(const JournalFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    rebuild();
}

bool JournalModel::wanted(const JournalEntry &entry) const
{
    if (m_filter.kinds != JournalFilter::Kinds::All && isNote(entry) != (m_filter.kinds == JournalFilter::Kinds::Notes))
        return false;
    if (!m_filter.runId.isEmpty() && m_filter.runId != qstr(entry.runId))
        return false;
    return containsWords(entry, m_filter.text.split(u' ', Qt::SkipEmptyParts));
}

void JournalModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    m_shown = 0;
    QDate day;
    for (int i = 0; i < static_cast<int>(m_entries->size()); ++i) {
        const JournalEntry &entry = (*m_entries)[static_cast<std::size_t>(i)];
        if (!wanted(entry))
            continue;
        if (const QDate own = dayOf(entry.timeMicros); own != day) {
            day = own;
            m_rows.push_back({-1, day});
        }
        m_rows.push_back({i, day});
        ++m_shown;
    }
    endResetModel();
}

const JournalEntry *JournalModel::entry(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_rows.size()))
        return nullptr;
    const int entry = m_rows[static_cast<std::size_t>(index.row())].entry;
    return entry < 0 ? nullptr : &(*m_entries)[static_cast<std::size_t>(entry)];
}

QModelIndex JournalModel::indexOfNote(const QString &noteId) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (const JournalEntry *found = entry(index(row)); found && qstr(found->noteId) == noteId)
            return index(row);
    return {};
}

QModelIndex JournalModel::indexOf(const JournalEntry &wanted) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (const JournalEntry *found = entry(index(row)); found && found->runId == wanted.runId
            && found->kind == wanted.kind && found->noteId == wanted.noteId && found->timeMicros == wanted.timeMicros)
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
        return found
            ? QString("%1: %2. %3, %4")
                  .arg(entryLook(*found).word, entryTitle(*found), qstr(found->runName), whenText(found->timeMicros))
            : dayHeading(row.day, QDate::currentDate());
    case Qt::ToolTipRole:
        return found ? isoText(found->timeMicros) : QString();
    case RunIdRole:
        return found ? qstr(found->runId) : QString();
    case EntryRole:
        return row.entry;
    case HeadingRole:
        return found == nullptr;
    default:
        return {};
    }
}

Qt::ItemFlags JournalModel::flags(const QModelIndex &index) const
{
    return entry(index) ? QAbstractListModel::flags(index) : Qt::ItemFlags(Qt::ItemNeverHasChildren);
}

} // namespace anneal
