// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "widgets/card.h"
#include "workspace/workspace.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace anneal {

class StateChip;

/// The chosen entry in full. A note can be edited (its history is kept) and removed; other entries can be commented. An
/// edit is kept by the button, and also when another entry is chosen.
class EntryDetails : public Card
{
    Q_OBJECT
public:
    explicit EntryDetails(QWidget *parent = nullptr);
    /// Null: nothing is chosen. An edit under way stays while the same entry is shown again.
    void show(const JournalEntry *entry);
    /// Keeps an edit under way.
    void keepEdit();

Q_SIGNALS:
    void openRun(const QString &runId, std::optional<qint64> step);
    void comment(const QString &runId, std::optional<qint64> step);
    void edited(const QString &runId, const QString &noteId, const QString &text);
    void removed(const QString &runId, const QString &noteId, const QString &text);

private:
    void build();
    void connectParts();
    void fill(const JournalEntry &entry);
    void updateButtons();
    [[nodiscard]] bool isEdited() const;
    [[nodiscard]] bool sameAs(const JournalEntry &entry) const;

    std::optional<JournalEntry> m_entry;
    StateChip *m_kind = nullptr;
    QLabel *m_when = nullptr;
    QToolButton *m_run = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QLabel *m_prose = nullptr;
    QLabel *m_reason = nullptr;
    QPushButton *m_keep = nullptr;
    QPushButton *m_comment = nullptr;
    QToolButton *m_remove = nullptr;
};

} // namespace anneal
