// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/notes/entrylook.h"

#include <QCoreApplication>
#include <QHash>

#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Journal", text);
}

const QHash<QString, EntryLook> &looks()
{
    static const QHash<QString, EntryLook> kLooks{
        {"note", {u'N', Tone::Neutral, tr("Note")}},           {"start", {u'S', Tone::Accent, tr("Started")}},
        {"resume", {u'S', Tone::Accent, tr("Resumed")}},       {"live_change", {u'L', Tone::Accent, tr("Live change")}},
        {"checkpoint", {u'C', Tone::Muted, tr("Checkpoint")}}, {"pause", {u'P', Tone::Warn, tr("Paused")}},
        {"continue", {u'P', Tone::Accent, tr("Continued")}},   {"alert", {u'!', Tone::Warn, tr("Alert")}},
        {"stop", {u'E', Tone::Muted, tr("Stopped")}},          {"end", {u'E', Tone::Ok, tr("Ended")}},
    };
    return kLooks;
}

} // namespace

EntryLook entryLook(const JournalEntry &entry)
{
    const QString kind = qstr(entry.kind);
    const auto found = looks().constFind(kind);
    return found != looks().constEnd() ? *found : EntryLook{u'·', Tone::Muted, kind};
}

QString entryTitle(const JournalEntry &entry)
{
    const QString text = qstr(entry.text).simplified();
    return text.isEmpty() ? entryLook(entry).word : text;
}

} // namespace anneal
