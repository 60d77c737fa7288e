// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "models/runsnapshot.h"

namespace anneal {

/// The events and notes of one run, newest first.
class EventsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Kind, Step, Time, Text, Reason, ColumnCount };
    enum Role { StepRole = Qt::UserRole, KindRole, LetterRole, TimeRole };

    explicit EventsModel(QObject *parent = nullptr);
    void setSnapshot(const RunSnapshot &snapshot);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    void replaceRows(std::vector<Event> rows);
    [[nodiscard]] QString textOf(const Event &event, int column) const;

    std::vector<Event> m_rows;
    std::shared_ptr<const std::vector<Event>> m_events;
    std::shared_ptr<const RunAnnotations> m_annotations;
};

/// "S", "L", "C", "N", "E", "P", … of a kind of event (ui.md §5); "" for kinds that make no mark.
[[nodiscard]] QString eventLetter(const std::string &kind);
/// "Checkpoint", "Live change", … for a kind of event.
[[nodiscard]] QString eventKindLabel(const std::string &kind);
/// Written by the dozen by every run: of interest only to who looks for it.
[[nodiscard]] bool isRoutineEvent(const std::string &kind);

} // namespace anneal
