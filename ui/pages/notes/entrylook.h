// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "style/tokens.h"
#include "workspace/workspace.h"

namespace anneal {

/// How an entry of the journal is marked and called: the letters are those of the marks on the charts.
struct EntryLook {
    QChar letter;
    Tone tone = Tone::Muted;
    QString word; ///< "Note", "Live change", …
};

[[nodiscard]] EntryLook entryLook(const JournalEntry &entry);
/// Title in plain words: the entry's own text, else what its kind means.
[[nodiscard]] QString entryTitle(const JournalEntry &entry);
[[nodiscard]] inline bool isNote(const JournalEntry &entry)
{
    return entry.kind == "note";
}

} // namespace anneal
