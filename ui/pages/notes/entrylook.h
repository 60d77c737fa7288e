// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "style/tokens.h"
#include "workspace/workspace.h"

namespace anneal {

/// The letter that marks it on the charts; a dot for kinds without a mark.
[[nodiscard]] QChar entryLetter(const JournalEntry &entry);
[[nodiscard]] Tone entryTone(const JournalEntry &entry);
/// Title in plain words: the entry's own text, else what its kind means.
[[nodiscard]] QString entryTitle(const JournalEntry &entry);
[[nodiscard]] inline bool isNote(const JournalEntry &entry)
{
    return entry.kind == "note";
}

} // namespace anneal
