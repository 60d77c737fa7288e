// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/entrylook.h"

#include "charts/chartmodel.h"
#include "models/eventsmodel.h"
#include "style/text.h"

namespace anneal {

QChar entryLetter(const JournalEntry &entry)
{
    if (entry.kind == "why")
        return u'?';
    const QString letter = eventLetter(entry.kind);
    return letter.isEmpty() ? QChar(u'·') : letter.front();
}

Tone entryTone(const JournalEntry &entry)
{
    EventMark mark;
    mark.letter = entryLetter(entry);
    return mark.tone();
}

QString entryTitle(const JournalEntry &entry)
{
    const QString text = qstr(entry.text).simplified();
    return text.isEmpty() ? eventKindLabel(entry.kind) : text;
}

} // namespace anneal
