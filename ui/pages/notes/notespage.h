// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/notes/journalmodel.h"
#include "pages/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QSplitter;

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
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    [[nodiscard]] PageRequest noteTarget() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

private:
    [[nodiscard]] QWidget *buildHeader();
    [[nodiscard]] QWidget *buildList();
    void connectDetails();
    void showJournal();
    void showRuns();
    void applyFilter();
    void showChosen();
    void choose(const QModelIndex &index);
    [[nodiscard]] const JournalEntry *chosen() const;

    JournalModel *m_model = nullptr;
    QComboBox *m_kinds = nullptr;
    QComboBox *m_run = nullptr;
    QLineEdit *m_search = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_empty = nullptr;
    QListView *m_list = nullptr;
    EntryDetails *m_details = nullptr;
    QSplitter *m_splitter = nullptr;
    QString m_wantedNote; ///< to be chosen as soon as it is there
};

} // namespace anneal
