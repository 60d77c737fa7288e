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
    /// Told: notes, changes, starts and ends; All: also every checkpoint.
    enum class Kinds { Told, Notes, Automatic, All };
    Kinds kinds = Kinds::Told;
    QString runId; ///< empty = all runs
    QString text; ///< case is ignored; every word must occur
    bool operator==(const JournalFilter &) const = default;
};

/// The journal as rows, newest first, with a heading before each day. Rows that stay keep their selection and place
/// when entries come or go.
class JournalModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        RunIdRole = Qt::UserRole, ///< QString; empty on a heading
        HeadingRole, ///< bool
    };

    explicit JournalModel(QObject *parent = nullptr);
    void setEntries(std::shared_ptr<const JournalEntries> entries);
    void setFilter(const JournalFilter &filter);
    [[nodiscard]] const JournalFilter &filter() const { return m_filter; }

    /// Null on a heading.
    [[nodiscard]] const JournalEntry *entry(const QModelIndex &index) const;
    [[nodiscard]] QModelIndex indexOfNote(const QString &noteId) const;
    [[nodiscard]] int shownEntries() const { return m_shown; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row {
        const JournalEntry *entry = nullptr; ///< null = heading
        QDate day;
    };
    using Rows = std::vector<Row>;
    void show(std::shared_ptr<const JournalEntries> entries);
    [[nodiscard]] Rows rowsOf(const JournalEntries &entries) const;
    [[nodiscard]] bool wanted(const JournalEntry &entry, const QStringList &words) const;

    std::shared_ptr<const JournalEntries> m_entries;
    JournalFilter m_filter;
    Rows m_rows;
    int m_shown = 0;
};

/// "today", "yesterday", "Saturday 28 November 2026".
[[nodiscard]] QString dayHeading(const QDate &day, const QDate &today);

} // namespace anneal
