// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "pages/notes/journalmodel.h"
#include "pages/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QSplitter;
class QToolButton;

namespace anneal {

class EntryDetails;

/// The journal of the workspace: every note and every automatic entry, by day, with what it belongs to.
class NotesPage : public Page
{
    Q_OBJECT
public:
    explicit NotesPage(AppContext &app, QWidget *parent = nullptr);
    void open(const PageRequest &request) override;
    void activate() override;
    void deactivate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    [[nodiscard]] PageRequest noteTarget() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

private:
    [[nodiscard]] QWidget *buildHeader();
    [[nodiscard]] QWidget *buildFilter();
    [[nodiscard]] QWidget *buildList();
    [[nodiscard]] QWidget *buildUndoBar();
    void connectList();
    void connectDetails();
    void showJournal();
    void setJournal(std::shared_ptr<const JournalEntries> journal);
    void showOlder();
    void showRuns();
    void applyFilter();
    void showCounts();
    void showChosen();
    void chooseFirst();
    void removeNote(const QString &runId, const QString &noteId, const QString &text);
    void removalChanged(int index);
    void report(const Result<void> &result);
    [[nodiscard]] const JournalEntry *chosen() const;

    JournalModel *m_model = nullptr;
    QComboBox *m_kinds = nullptr;
    QComboBox *m_run = nullptr;
    QLineEdit *m_search = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_empty = nullptr;
    QListView *m_list = nullptr;
    QToolButton *m_older = nullptr;
    QWidget *m_undoBar = nullptr;
    QLabel *m_undoText = nullptr;
    EntryDetails *m_details = nullptr;
    QSplitter *m_splitter = nullptr;
    std::shared_ptr<const JournalEntries> m_journal;
    int m_limit = 0; ///< entries asked for beyond those that the service follows
    QString m_removed; ///< the note that "Put back" puts back
    int m_removedAt = -1; ///< place of its removal in the undo stack
    QString m_wantedNote; ///< to be chosen as soon as it is there
};

} // namespace anneal
