// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QAbstractListModel>
#include <QDate>

#include "models/workspaceservice.h"

namespace anneal {

/// What of the journal is shown.
struct JournalFilter {
    enum class Kinds { All, Notes, Automatic };
    Kinds kinds = Kinds::All;
    QString runId; ///< empty = all runs
    QString text; ///< case is ignored; every word must occur
    bool operator==(const JournalFilter &) const = default;
};

/// The journal as rows, newest first, with a heading before each day.
class JournalModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        RunIdRole = Qt::UserRole, ///< QString; empty on a heading
        EntryRole, ///< row in the journal; −1 on a heading
        HeadingRole, ///< bool
    };

    explicit JournalModel(QObject *parent = nullptr);
    void setEntries(std::shared_ptr<const JournalEntries> entries);
    void setFilter(const JournalFilter &filter);
    [[nodiscard]] const JournalFilter &filter() const { return m_filter; }

    /// Null on a heading.
    [[nodiscard]] const JournalEntry *entry(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOfNote(const QString &noteId) const;
    /// The row of the same entry after the rows changed.
    [[nodiscard]] QModelIndex indexOf(const JournalEntry &entry) const;
    [[nodiscard]] int shownEntries() const { return m_shown; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        int entry = -1; ///< −1 = heading
        QDate day;
    };
    void rebuild();
    [[nodiscard]] bool wanted(const JournalEntry &entry) const;

    std::shared_ptr<const JournalEntries> m_entries;
    JournalFilter m_filter;
    std::vector<Row> m_rows;
    int m_shown = 0;
};

/// "today", "yesterday", "Saturday 28 November 2026".
[[nodiscard]] QString dayHeading(const QDate &day, const QDate &today);

} // namespace anneal
