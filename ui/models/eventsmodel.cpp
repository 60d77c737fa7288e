// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/eventsmodel.h"

#include <algorithm>
#include <iterator>

#include <QHash>
#include <QSet>

#include "style/text.h"

namespace anneal {

namespace {

struct KindLook {
    const char *letter;
    const char *label;
};

const QHash<QString, KindLook> &kinds()
{
    static const QHash<QString, KindLook> table{
        {QStringLiteral("why"), {"", QT_TRANSLATE_NOOP("EventsModel", "Why this run")}},
        {QStringLiteral("start"), {"S", QT_TRANSLATE_NOOP("EventsModel", "Start")}},
        {QStringLiteral("resume"), {"S", QT_TRANSLATE_NOOP("EventsModel", "Resume")}},
        {QStringLiteral("state"), {"", QT_TRANSLATE_NOOP("EventsModel", "State")}},
        {QStringLiteral("live_change"), {"L", QT_TRANSLATE_NOOP("EventsModel", "Live change")}},
        {QStringLiteral("undo"), {"U", QT_TRANSLATE_NOOP("EventsModel", "Undo")}},
        {QStringLiteral("checkpoint"), {"C", QT_TRANSLATE_NOOP("EventsModel", "Checkpoint")}},
        {QStringLiteral("checkpoint_removed"), {"", QT_TRANSLATE_NOOP("EventsModel", "Checkpoint removed")}},
        {QStringLiteral("evaluation"), {"", QT_TRANSLATE_NOOP("EventsModel", "Evaluation")}},
        {QStringLiteral("test"), {"T", QT_TRANSLATE_NOOP("EventsModel", "Test part")}},
        {QStringLiteral("sample"), {"", QT_TRANSLATE_NOOP("EventsModel", "Sample")}},
        {QStringLiteral("alert"), {"!", QT_TRANSLATE_NOOP("EventsModel", "Alert")}},
        {QStringLiteral("answer"), {"", QT_TRANSLATE_NOOP("EventsModel", "Answer")}},
        {QStringLiteral("pause"), {"P", QT_TRANSLATE_NOOP("EventsModel", "Pause")}},
        {QStringLiteral("continue"), {"P", QT_TRANSLATE_NOOP("EventsModel", "Continue")}},
        {QStringLiteral("stop"), {"", QT_TRANSLATE_NOOP("EventsModel", "Stop")}},
        {QStringLiteral("end"), {"■", QT_TRANSLATE_NOOP("EventsModel", "End")}},
        {QStringLiteral("note"), {"N", QT_TRANSLATE_NOOP("EventsModel", "Note")}},
    };
    return table;
}

Event eventOf(const Note &note)
{
    Event event;
    event.kind = "note";
    event.timeMicros = note.timeMicros;
    event.step = note.step;
    event.text = note.text;
    event.data = nlohmann::json::object();
    return event;
}

/// What a command did has an event of its own; its answer is news only when it was refused.
bool tellsSomething(const Event &event)
{
    return event.kind != "answer" || !event.data.is_object() || !event.data.value("ok", false);
}

QString reasonOf(const Event &event)
{
    return event.data.is_object() ? qstr(event.data.value("reason", std::string())) : QString();
}

} // namespace

QString eventLetter(const std::string &kind)
{
    const auto known = kinds().constFind(qstr(kind));
    return known == kinds().constEnd() ? QString() : QString::fromUtf8(known->letter);
}

QString eventKindLabel(const std::string &kind)
{
    const auto known = kinds().constFind(qstr(kind));
    return known == kinds().constEnd() ? qstr(kind) : EventsModel::tr(known->label);
}

bool isRoutineEvent(const std::string &kind)
{
    static const QSet<QString> routine{QStringLiteral("checkpoint"), QStringLiteral("checkpoint_removed"),
                                       QStringLiteral("evaluation"), QStringLiteral("answer"),
                                       QStringLiteral("state"),      QStringLiteral("sample"),
                                       QStringLiteral("stop")};
    return routine.contains(qstr(kind));
}

EventsModel::EventsModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void EventsModel::setSnapshot(const RunSnapshot &snapshot)
{
    if (m_events == snapshot.events && m_annotations == snapshot.annotations)
        return;
    m_events = snapshot.events;
    m_annotations = snapshot.annotations;
    std::vector<Event> rows;
    std::copy_if(m_events->begin(), m_events->end(), std::back_inserter(rows), tellsSomething);
    for (const Note &note : m_annotations->notes)
        rows.push_back(eventOf(note));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Event &a, const Event &b) { return a.timeMicros < b.timeMicros; });
    std::reverse(rows.begin(), rows.end());
    replaceRows(std::move(rows));
}

void EventsModel::replaceRows(std::vector<Event> rows)
{
    // New events arrive at the top; what stands below keeps its selection and scroll.
    const std::size_t added = rows.size() > m_rows.size() ? rows.size() - m_rows.size() : 0;
    const auto same = [](const Event &a, const Event &b) {
        return a.timeMicros == b.timeMicros && a.kind == b.kind && a.text == b.text && a.step == b.step;
    };
    const bool grown =
        added > 0 && std::equal(m_rows.begin(), m_rows.end(), rows.begin() + static_cast<std::ptrdiff_t>(added), same);
    if (grown)
        beginInsertRows({}, 0, static_cast<int>(added) - 1);
    else
        beginResetModel();
    m_rows = std::move(rows);
    grown ? endInsertRows() : endResetModel();
}

int EventsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EventsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EventsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Event &event = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(event, index.column());
    case Qt::ToolTipRole:
        return index.column() == Time ? isoText(event.timeMicros) : textOf(event, index.column());
    case Qt::TextAlignmentRole:
        return int((index.column() == Step ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case StepRole:
        return event.step ? QVariant(qint64(*event.step)) : QVariant();
    case KindRole:
        return qstr(event.kind);
    case LetterRole:
        return eventLetter(event.kind);
    case TimeRole:
        return qint64(event.timeMicros);
    }
    return {};
}

QString EventsModel::textOf(const Event &event, int column) const
{
    switch (column) {
    case Kind:
        return eventKindLabel(event.kind);
    case Step:
        return event.step ? countText(static_cast<double>(*event.step)) : missingText();
    case Time:
        return whenText(event.timeMicros);
    case Text:
        return qstr(event.text);
    case Reason:
        return reasonOf(event);
    }
    return {};
}

QVariant EventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int((section == Step ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    static const char *const kTitles[ColumnCount] = {QT_TR_NOOP("Event"), QT_TR_NOOP("Step"), QT_TR_NOOP("Time"),
                                                     QT_TR_NOOP("What happened"), QT_TR_NOOP("Reason")};
    return section >= 0 && section < ColumnCount ? QVariant(tr(kTitles[section])) : QVariant();
}

} // namespace anneal
